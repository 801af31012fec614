/* Corpus, ownership: databases.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.sql.*;
import java.util.*;
import java.util.function.Function;
import javax.sql.DataSource;

class Ownership4
{
  private final DataSource ds;

  Ownership4(DataSource ds) {
    this.ds = ds;
  }

  /* count: leaks.  */
  int count(String table) throws SQLException {
    Connection c = ds.getConnection(); // { dg-warning "leak" }
    Statement st = c.createStatement();
    ResultSet rs = st.executeQuery("select count(*) from " + table);
    int n = rs.next() ? rs.getInt(1) : 0;
    rs.close();
    st.close();
    c.close();
    return n;
  }

  /* countClosed: clean.  */
  int countClosed(String table) throws SQLException {
    try (Connection c = ds.getConnection();
         Statement st = c.createStatement();
         ResultSet rs = st.executeQuery("select count(*) from " + table)) {
      return rs.next() ? rs.getInt(1) : 0;
    }
  }

  /* connectionClosesAll: clean.  */
  List<String> connectionClosesAll() throws SQLException {
    List<String> out = new ArrayList<>();
    try (Connection c = ds.getConnection()) {
      ResultSet rs = c.prepareStatement("select name from t").executeQuery();
      while (rs.next())
        out.add(rs.getString(1));
    }
    return out;
  }

  /* nameOf: leaks.  */
  static String nameOf(Connection c, int id) throws SQLException {
    PreparedStatement ps = c.prepareStatement("select name from t where id = ?");
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    ps.setInt(1, id);
    ResultSet rs = ps.executeQuery();
    try {
      return rs.next() ? rs.getString("name") : null;
    } finally {
      rs.close();
    }
  }

  /* nameOfClosed: clean.  */
  static Optional<String> nameOfClosed(Connection c, int id) throws SQLException {
    PreparedStatement ps = c.prepareStatement("select name from t where id = ?");
    try {
      ps.setInt(1, id);
      ResultSet rs = ps.executeQuery();
      if (!rs.next())
        return Optional.empty();
      return Optional.ofNullable(rs.getString(1));
    } finally {
      ps.close();
    }
  }

  /* transfer: leaks.  */
  boolean transfer(int from, int to, long amount) {
    Connection c = null;
    PreparedStatement ps = null;
    try {
      c = ds.getConnection(); // { dg-warning "leak" }
      c.setAutoCommit(false);
      ps = c.prepareStatement("update acct set v = v + ? where id = ?");
      ps.setLong(1, -amount);
      ps.setInt(2, from);
      ps.executeUpdate();
      ps.setLong(1, amount);
      ps.setInt(2, to);
      ps.executeUpdate();
      c.commit();
      ps.close();
      c.close();
      return true;
    } catch (SQLException e) {
      try {
        if (c != null)
          c.rollback();
      } catch (SQLException e2) {
        e.addSuppressed(e2);
      }
      return false;
    }
  }

  /* transferClosed: clean.  */
  boolean transferClosed(int from, int to, long amount) throws SQLException {
    try (Connection c = ds.getConnection()) {
      c.setAutoCommit(false);
      try (PreparedStatement ps = c.prepareStatement("update acct set v = v + ? where id = ?")) {
        ps.setLong(1, -amount);
        ps.setInt(2, from);
        if (ps.executeUpdate() != 1)
          return false;
        ps.setLong(1, amount);
        ps.setInt(2, to);
        ps.executeUpdate();
        c.commit();
        return true;
      } catch (SQLException e) {
        c.rollback();
        throw e;
      }
    }
  }

  /* closeInOrder: leaks.  */
  static void closeInOrder(Connection c, String sql) throws SQLException {
    Statement st = null;
    ResultSet rs = null;
    try {
      st = c.createStatement(); // { dg-warning "leak" }
      rs = st.executeQuery(sql);
      while (rs.next())
        System.out.println(rs.getString(1));
    } finally {
      if (rs != null)
        rs.close();
      if (st != null)
        st.close();
    }
  }

  /* closeQuietly: clean.  */
  static void closeQuietly(AutoCloseable... all) {
    for (AutoCloseable a : all) {
      if (a == null)
        continue;
      try {
        a.close();
      } catch (Exception e) {
        System.err.println(e);
      }
    }
  }

  static long maxId(DataSource ds) throws SQLException {
    Connection c = null;
    Statement st = null;
    ResultSet rs = null;
    try {
      c = ds.getConnection();
      st = c.createStatement();
      rs = st.executeQuery("select max(id) from t");
      return rs.next() ? rs.getLong(1) : -1;
    } finally {
      closeQuietly(rs, st, c);
    }
  }

  /* batchInsert: leaks.  */
  static int batchInsert(Connection c, Iterable<String[]> rows) throws SQLException {
    int n = 0;
    for (String[] r : rows) {
      PreparedStatement ps = c.prepareStatement("insert into t values (?, ?)");
      // { dg-warning "leak" "" { target *-*-* } .-1 }
      ps.setString(1, r[0]);
      ps.setString(2, r[1]);
      n += ps.executeUpdate();
    }
    return n;
  }

  /* batchInsertOnce: clean.  */
  static int batchInsertOnce(Connection c, Iterable<String[]> rows) throws SQLException {
    try (PreparedStatement ps = c.prepareStatement("insert into t values (?, ?)")) {
      for (String[] r : rows) {
        ps.setString(1, r[0]);
        ps.setString(2, r[1]);
        ps.addBatch();
      }
      int n = 0;
      for (int k : ps.executeBatch())
        n += k;
      return n;
    }
  }

  /* generatedKey: leaks.  */
  static long generatedKey(Connection c) throws SQLException {
    try (Statement st = c.createStatement()) {
      st.executeUpdate("insert into t default values", Statement.RETURN_GENERATED_KEYS);
      ResultSet k = st.getGeneratedKeys();
      if (!k.next())
        throw new SQLException("no key");
      return k.getLong(1);
    } finally {
      Statement audit = c.createStatement(); // { dg-warning "leak" }
      audit.execute("insert into log values ('key')");
    }
  }

  /* schema: clean.  */
  static List<String> schema(String url) throws SQLException {
    Connection c = DriverManager.getConnection(url);
    try {
      DatabaseMetaData md = c.getMetaData();
      List<String> names = new ArrayList<>();
      try (ResultSet rs = md.getTables(null, null, "%", new String[] {"TABLE"})) {
        while (rs.next())
          names.add(rs.getString("TABLE_NAME"));
      }
      return names;
    } finally {
      c.close();
    }
  }

  /* openConfigured: leaks.  */
  static Connection openConfigured(String url, Properties p) throws SQLException {
    Connection c = DriverManager.getConnection(url, p); // { dg-warning "leak" }
    if (c.getMetaData().getDatabaseMajorVersion() < 9)
      throw new SQLException("too old");
    c.setReadOnly(true);
    return c;
  }

  /* openConfiguredClosed: clean.  */
  static Connection openConfiguredClosed(String url, Properties p) throws SQLException {
    Connection c = DriverManager.getConnection(url, p);
    try {
      c.setReadOnly(true);
      c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    } catch (SQLException e) {
      try {
        c.close();
      } catch (SQLException e2) {
        e.addSuppressed(e2);
      }
      throw e;
    }
    return c;
  }

  /* withConnection: leaks.  */
  <T> T withConnection(Function<String, T> body) throws SQLException {
    Connection c = ds.getConnection(); // { dg-warning "leak" }
    T result = body.apply(c.getCatalog());
    if (result == null)
      return null;
    c.close();
    return result;
  }

  /* withConnectionClosed: clean.  */
  interface SqlBody<T> {
    T run(Connection c) throws SQLException;
  }

  <T> T withConnectionClosed(SqlBody<T> body) throws SQLException {
    Connection c = ds.getConnection();
    try {
      return body.run(c);
    } finally {
      c.close();
    }
  }

  int users() throws SQLException {
    return withConnectionClosed(c -> {
      try (Statement s = c.createStatement(); ResultSet r = s.executeQuery("select 1")) {
        return r.next() ? r.getInt(1) : 0;
      }
    });
  }

  /* exportBlob: leaks.  */
  static void exportBlob(ResultSet rs, File to) throws SQLException, IOException {
    InputStream in = rs.getBinaryStream(1);
    if (in == null)
      return;
    FileOutputStream out = new FileOutputStream(to); // { dg-warning "leak" }
    in.transferTo(out);
    out.close();
  }

  /* exportBlobClosed: clean.  */
  static void exportBlobClosed(ResultSet rs, File to) throws SQLException, IOException {
    try (InputStream in = rs.getBinaryStream(1); OutputStream out = new FileOutputStream(to)) {
      if (in != null)
        in.transferTo(out);
    }
  }

  /* Cursor: for the next.  */
  static final class Cursor implements AutoCloseable {
    private final Connection c;
    private final Statement st;
    private final ResultSet rs;

    Cursor(DataSource ds, String sql) throws SQLException {
      c = ds.getConnection();
      try {
        st = c.createStatement();
        rs = st.executeQuery(sql);
      } catch (SQLException e) {
        c.close();
        throw e;
      }
    }

    boolean next() throws SQLException {
      return rs.next();
    }

    @Override
    public void close() throws SQLException {
      c.close();
    }
  }

  /* walkOpen: leaks.  */
  int walkOpen() throws SQLException {
    Cursor k = new Cursor(ds, "select * from t"); // { dg-warning "leak" }
    int n = 0;
    while (k.next())
      n++;
    if (n > 0)
      k.close();
    return n;
  }
}
