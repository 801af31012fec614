/* Corpus, loss: databases.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Data access, JDBC by hand. */
public class Loss1 {

  static final int SCHEMA = 7;

  record User(long id, String name, String mail) {
  }

  private final DataSource ds;

  public Loss1(DataSource ds) {
    this.ds = ds;
  }

  // ---------------------------------------------------------------- helpers

  private static void closeQuietly(AutoCloseable c) {
    if (c != null) {
      try {
        c.close();
      } catch (Exception e) {
        System.err.println("close failed: " + e);
      }
    }
  }

  private static User map(ResultSet rs) throws SQLException {
    return new User(rs.getLong("id"), rs.getString("name"), rs.getString("mail"));
  }

  private static void bind(PreparedStatement ps, Object... args) throws SQLException {
    for (int i = 0; i < args.length; i++) {
      ps.setObject(i + 1, args[i]);
    }
  }

  static PreparedStatement cleanPrepare(Connection c, String sql, Object... args) throws SQLException {
    PreparedStatement ps = c.prepareStatement(sql);
    try {
      bind(ps, args);
    } catch (SQLException e) {
      closeQuietly(ps);
      throw e;
    }
    return ps;
  }

  static PreparedStatement leakPrepare(Connection c, String sql, Object... args) throws SQLException {
    PreparedStatement ps = c.prepareStatement(sql); // { dg-warning "leak" }
    bind(ps, args);
    ps.setFetchSize(100);
    return ps;
  }

  /** Keeps one connection for many statements. */
  static class Migration implements AutoCloseable {
    private final Connection con;

    Migration(DataSource ds) throws SQLException {
      con = ds.getConnection();
    }

    int version() throws SQLException {
      try (Statement st = con.createStatement();
                 ResultSet rs = st.executeQuery("select max(version) from schema_info")) {
        return rs.next() ? rs.getInt(1) : 0;
      }
    }

    void run(String ddl) throws SQLException {
      try (Statement st = con.createStatement()) {
        st.execute(ddl);
      }
    }

    @Override
    public void close() throws SQLException {
      con.close();
    }
  }

  // ---------------------------------------------------------------- queries

  public String leakFindName(long id) throws SQLException {
    Connection c = ds.getConnection(); // { dg-warning "leak" }
    PreparedStatement ps = c.prepareStatement("select name from users where id = ?");
    try {
      ps.setLong(1, id);
      ResultSet rs = ps.executeQuery();
      return rs.next() ? rs.getString(1) : null;
    } finally {
      closeQuietly(ps);
      closeQuietly(c);
    }
  }

  public int cleanCount(Connection con, String table) throws SQLException {
    Statement st = con.createStatement();
    try {
      ResultSet rs = st.executeQuery("select count(*) from " + table);
      if (!rs.next()) {
        return 0;
      }
      return rs.getInt(1);
    } finally {
      st.close();
    }
  }

  public List<User> cleanAllUsers() throws SQLException {
    List<User> users = new ArrayList<>();
    try (Connection c = ds.getConnection()) {
      Statement st = c.createStatement();
      ResultSet rs = st.executeQuery("select id, name, mail from users");
      while (rs.next()) {
        users.add(map(rs));
      }
    }
    return users;
  }

  public Optional<User> leakByMail(Connection con, String mail) throws SQLException {
    PreparedStatement ps = cleanPrepare(con, "select * from users where mail = ?", mail);
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    User found = null;
    try (ResultSet rs = ps.executeQuery()) {
      while (rs.next()) {
        if (found != null) {
          throw new SQLException("mail not unique: " + mail);
        }
        found = map(rs);
      }
    }
    ps.close();
    return Optional.ofNullable(found);
  }

  public Optional<User> cleanByMail(Connection con, String mail) throws SQLException {
    try (PreparedStatement ps = cleanPrepare(con, "select * from users where mail = ?", mail)) {
      User found = null;
      ResultSet rs = ps.executeQuery();
      while (rs.next()) {
        if (found != null) {
          throw new SQLException("mail not unique: " + mail);
        }
        found = map(rs);
      }
      return Optional.ofNullable(found);
    }
  }

  // ---------------------------------------------------------------- old style

  public List<String> leakLegacyNames() throws SQLException {
    List<String> names = new ArrayList<>();
    Connection c = null;
    Statement st = null;
    try {
      c = ds.getConnection(); // { dg-warning "leak" }
      st = c.createStatement();
      ResultSet rs = st.executeQuery("select name from users order by name");
      while (rs.next()) {
        names.add(rs.getString(1));
      }
    } finally {
      if (st != null) {
        st.close();
      }
      if (c != null) {
        c.close();
      }
    }
    return names;
  }

  public List<String> cleanLegacyNames() throws SQLException {
    List<String> names = new ArrayList<>();
    Connection c = null;
    Statement st = null;
    ResultSet rs = null;
    try {
      c = ds.getConnection();
      st = c.createStatement();
      rs = st.executeQuery("select name from users order by name");
      while (rs.next()) {
        names.add(rs.getString(1));
      }
    } finally {
      closeQuietly(rs);
      closeQuietly(st);
      closeQuietly(c);
    }
    return names;
  }

  // ---------------------------------------------------------------- transactions

  public void leakTransfer(long from, long to, long cents) throws SQLException {
    Connection c = ds.getConnection(); // { dg-warning "leak" }
    try {
      c.setAutoCommit(false);
      try (PreparedStatement ps = c.prepareStatement("update account set saldo = saldo + ? where id = ?")) {
        bind(ps, -cents, from);
        ps.executeUpdate();
        bind(ps, cents, to);
        ps.executeUpdate();
      }
      c.commit();
    } catch (SQLException e) {
      c.rollback();
      throw e;
    } finally {
      c.setAutoCommit(true);
      c.close();
    }
  }

  public void cleanTransfer(long from, long to, long cents) throws SQLException {
    try (Connection c = ds.getConnection()) {
      c.setAutoCommit(false);
      try (PreparedStatement ps = c.prepareStatement("update account set saldo = saldo + ? where id = ?")) {
        bind(ps, -cents, from);
        ps.executeUpdate();
        bind(ps, cents, to);
        ps.executeUpdate();
        c.commit();
      } catch (SQLException e) {
        c.rollback();
        throw e;
      } finally {
        c.setAutoCommit(true);
      }
    }
  }

  public long leakInsert(Connection con, User u) throws SQLException {
    PreparedStatement ps = null;
    try {
      ps = con.prepareStatement("insert into users(name, mail) values(?, ?)");
      // { dg-warning "leak" "" { target *-*-* } .-1 }
      bind(ps, u.name(), u.mail());
      ps.executeUpdate();
      ps = con.prepareStatement("select max(id) from users where mail = ?");
      ps.setString(1, u.mail());
      ResultSet rs = ps.executeQuery();
      return rs.next() ? rs.getLong(1) : -1;
    } finally {
      closeQuietly(ps);
    }
  }

  public long cleanInsert(Connection con, User u) throws SQLException {
    PreparedStatement ps = con.prepareStatement("insert into users(name, mail) values(?, ?)",
        Statement.RETURN_GENERATED_KEYS);
    try {
      bind(ps, u.name(), u.mail());
      ps.executeUpdate();
      ResultSet keys = ps.getGeneratedKeys();
      return keys.next() ? keys.getLong(1) : -1;
    } finally {
      closeQuietly(ps);
    }
  }

  // ---------------------------------------------------------------- import and export

  public int leakExportCsv(Path target) throws IOException, SQLException {
    BufferedWriter w = Files.newBufferedWriter(target); // { dg-warning "leak" }
    int rows = 0;
    try (Connection c = ds.getConnection();
             Statement st = c.createStatement();
             ResultSet rs = st.executeQuery("select id, name, mail from users")) {
      while (rs.next()) {
        User u = map(rs);
        w.write(u.id() + ";" + u.name() + ";" + u.mail());
        w.newLine();
        rows++;
      }
    }
    w.close();
    return rows;
  }

  public byte[] cleanLoadAttachment(Connection con, long id) throws IOException, SQLException {
    try (PreparedStatement ps = cleanPrepare(con, "select data from attachment where id = ?", id);
             ResultSet rs = ps.executeQuery()) {
      if (!rs.next()) {
        return null;
      }
      try (InputStream in = rs.getBinaryStream(1)) {
        return in == null ? new byte[0] : in.readAllBytes();
      }
    }
  }

  // ---------------------------------------------------------------- connections

  public Connection leakBorrow() throws SQLException {
    Connection c = ds.getConnection(); // { dg-warning "leak" }
    boolean usable;
    try {
      usable = c.isValid(2);
    } catch (SQLException e) {
      closeQuietly(c);
      throw e;
    }
    if (!usable) {
      System.err.println("stale connection, trying again");
      c = ds.getConnection();
    }
    return c;
  }

  public Connection cleanBorrow() throws SQLException {
    Connection c = ds.getConnection();
    boolean usable = false;
    try {
      usable = c.isValid(2);
    } finally {
      if (!usable) {
        closeQuietly(c);
      }
    }
    if (!usable) {
      c = ds.getConnection();
    }
    return c;
  }

  public boolean leakMigrate(List<String> ddl) throws SQLException {
    Migration m = new Migration(ds); // { dg-warning "leak" }
    if (m.version() >= SCHEMA) {
      return false;
    }
    try {
      for (String s : ddl) {
        m.run(s);
      }
    } finally {
      m.close();
    }
    return true;
  }

  public boolean cleanMigrate(List<String> ddl) throws SQLException {
    Migration m = new Migration(ds);
    try (m) {
      if (m.version() >= SCHEMA) {
        return false;
      }
      for (String s : ddl) {
        m.run(s);
      }
    }
    return true;
  }

  public static boolean cleanCheckUrl(String url, String user, String password) {
    Connection c = null;
    try {
      c = DriverManager.getConnection(url, user, password);
      return !c.isReadOnly();
    } catch (SQLException e) {
      return false;
    } finally {
      closeQuietly(c);
    }
  }
}
