/* Corpus, container: databases.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.math.BigDecimal;
import java.sql.*;
import java.util.*;
import javax.sql.DataSource;

/** Plain JDBC access to the order tables. */
public class Container5 {

  private final DataSource ds;

  public Container5(DataSource ds) {
    this.ds = ds;
  }

  interface RowMapper<T> {
    T map(ResultSet rs) throws SQLException;
  }

  interface Work<T> {
    T run(Connection c) throws SQLException;
  }

  private <T> List<T> query(String sql, RowMapper<T> mapper) throws SQLException {
    try (Connection c = ds.getConnection();
      Statement st = c.createStatement();
      ResultSet rs = st.executeQuery(sql)) {
      List<T> out = new ArrayList<>();
      while (rs.next()) {
        out.add(mapper.map(rs));
      }
      return out;
    }
  }

  private <T> T inConnection(Work<T> work) throws SQLException {
    Connection c = ds.getConnection();
    try {
      return work.run(c);
    } finally {
      c.close();
    }
  }

  private static void closeAll(ResultSet rs, Statement st, Connection c) {
    if (rs != null) {
      try {
        rs.close();
      } catch (SQLException e) {
        System.err.println(e);
      }
    }
    if (st != null) {
      try {
        st.close();
      } catch (SQLException e) {
        System.err.println(e);
      }
    }
    if (c != null) {
      try {
        c.close();
      } catch (SQLException e) {
        System.err.println(e);
      }
    }
  }

  int leakCountOrders(String customer) throws SQLException {
    Connection c = ds.getConnection(); // { dg-warning "leak" }
    int n = 0;
    try (PreparedStatement ps = c.prepareStatement(
        "select count(*) from orders where customer = ?")) {
      ps.setString(1, customer);
      try (ResultSet rs = ps.executeQuery()) {
        if (rs.next()) {
          n = rs.getInt(1);
        }
      }
    }
    c.close();
    return n;
  }

  List<String> leakNames(Connection c) throws SQLException {
    List<String> names = new ArrayList<>();
    Statement st = c.createStatement(); // { dg-warning "leak" }
    try (ResultSet rs = st.executeQuery("select name from customers order by name")) {
      while (rs.next()) {
        names.add(rs.getString("name"));
      }
    }
    return names;
  }

  List<String> cleanNames(Connection c) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Statement st = c.createStatement()) {
      ResultSet rs = st.executeQuery("select name from customers order by name");
      while (rs.next()) {
        names.add(rs.getString("name"));
      }
    }
    return names;
  }

  Map<Long, String> cleanReport() throws SQLException {
    Map<Long, String> report = new TreeMap<>();
    Connection c = ds.getConnection();
    try {
      Statement ids = c.createStatement();
      ResultSet rs = ids.executeQuery("select id from orders");
      PreparedStatement detail = c.prepareStatement("select state from orders where id = ?");
      while (rs.next()) {
        long id = rs.getLong(1);
        detail.setLong(1, id);
        ResultSet one = detail.executeQuery();
        report.put(id, one.next() ? one.getString(1) : "?");
      }
    } finally {
      c.close();
    }
    return report;
  }

  void leakTransfer(long from, long to, BigDecimal sum) throws SQLException {
    Connection c = ds.getConnection(); // { dg-warning "leak" }
    c.setAutoCommit(false);
    try (PreparedStatement ps = c.prepareStatement(
        "update account set sum = sum + ? where id = ?")) {
      ps.setBigDecimal(1, sum.negate());
      ps.setLong(2, from);
      ps.executeUpdate();
      ps.setBigDecimal(1, sum);
      ps.setLong(2, to);
      ps.executeUpdate();
      c.commit();
    } finally {
      c.close();
    }
  }

  void cleanTransfer(long from, long to, BigDecimal sum) throws SQLException {
    Connection c = ds.getConnection();
    try {
      c.setAutoCommit(false);
      PreparedStatement ps = c.prepareStatement("update account set sum = sum + ? where id = ?");
      ps.setBigDecimal(1, sum.negate());
      ps.setLong(2, from);
      ps.executeUpdate();
      ps.setBigDecimal(1, sum);
      ps.setLong(2, to);
      ps.executeUpdate();
      ps.close();
      c.commit();
    } catch (SQLException e) {
      c.rollback();
      throw e;
    } finally {
      c.close();
    }
  }

  int leakPurge(int days) throws SQLException {
    Connection c = ds.getConnection(); // { dg-warning "leak" }
    PreparedStatement ps = null;
    try {
      ps = c.prepareStatement("delete from orders where age > ?");
      ps.setInt(1, days);
      return ps.executeUpdate();
    } finally {
      if (ps != null) {
        ps.close();
      }
      c.close();
    }
  }

  int cleanPurge(int days) throws SQLException {
    Connection c = ds.getConnection();
    PreparedStatement ps = null;
    try {
      ps = c.prepareStatement("delete from orders where age > ?");
      ps.setInt(1, days);
      return ps.executeUpdate();
    } finally {
      closeAll(null, ps, c);
    }
  }

  void leakRollback(String sql) throws SQLException {
    Connection c = ds.getConnection(); // { dg-warning "leak" }
    try {
      c.setAutoCommit(false);
      try (Statement st = c.createStatement()) {
        st.executeUpdate(sql);
      }
      c.commit();
    } catch (SQLException e) {
      c.rollback();
      c.close();
      throw e;
    }
    c.close();
  }

  int leakBatch(Connection c, List<String> statements) throws SQLException {
    int total = 0;
    Statement st = null;
    try {
      for (String sql : statements) {
        st = c.createStatement(); // { dg-warning "leak" }
        total += st.executeUpdate(sql);
      }
    } finally {
      if (st != null) {
        st.close();
      }
    }
    return total;
  }

  String leakState(Connection c, long id) throws SQLException {
    PreparedStatement ps = c.prepareStatement("select state from orders where id = ?");
  // { dg-warning "leak" "" { target *-*-* } .-1 }
    String state;
    ps.setLong(1, id);
    try (ResultSet rs = ps.executeQuery()) {
      if (!rs.next()) {
        return null;
      }
      state = rs.getString(1);
    }
    ps.close();
    return state;
  }

  String cleanState(long id) {
    Connection c = null;
    PreparedStatement ps = null;
    ResultSet rs = null;
    try {
      c = ds.getConnection();
      ps = c.prepareStatement("select state from orders where id = ?");
      ps.setLong(1, id);
      rs = ps.executeQuery();
      if (!rs.next()) {
        return null;
      }
      return rs.getString(1);
    } catch (SQLException e) {
      System.err.println("state of " + id + ": " + e.getMessage());
      return "unknown";
    } finally {
      closeAll(rs, ps, c);
    }
  }

  Connection leakBegin() throws SQLException {
    Connection c = ds.getConnection(); // { dg-warning "leak" }
    c.setAutoCommit(false);
    c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    return c;
  }

  Connection cleanBegin() throws SQLException {
    Connection c = ds.getConnection();
    try {
      c.setAutoCommit(false);
      c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    } catch (SQLException e) {
      closeAll(null, null, c);
      throw e;
    }
    return c;
  }

  static boolean leakProbe(String url, String user, String password) {
    try {
      Connection c = DriverManager.getConnection(url, user, password);
  // { dg-warning "leak" "" { target *-*-* } .-1 }
      try (Statement st = c.createStatement()) {
        return st.execute("select 1");
      }
    } catch (SQLException e) {
      return false;
    }
  }

  static boolean cleanProbe(String url, String user, String password) {
    try (Connection c = DriverManager.getConnection(url, user, password)) {
      return c.createStatement().execute("select 1");
    } catch (SQLException e) {
      return false;
    }
  }

  List<BigDecimal> cleanSums() throws SQLException {
    return query("select sum from orders", rs -> {
      BigDecimal sum = rs.getBigDecimal(1);
      return rs.wasNull() ? BigDecimal.ZERO : sum;
    });
  }

  int cleanMaxId() throws SQLException {
    return inConnection(c -> {
      Statement st = c.createStatement(); // { dg-bogus "leak" "" { xfail *-*-* } }
      ResultSet rs = st.executeQuery("select max(id) from orders");
      return rs.next() ? rs.getInt(1) : -1;
    });
  }

  boolean leakHasTable(Connection c, String name) throws SQLException {
    ResultSet rs = c.getMetaData().getTables(null, null, name, null); // { dg-warning "leak" }
    return rs.next();
  }
}
