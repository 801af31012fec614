// To close a statement closes its result sets, and to close a connection its statements.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.sql.*;

class ResultSets {
    void underStatement(Connection c) throws SQLException {
        try (Statement s = c.createStatement()) {
            ResultSet r = s.executeQuery("x");
            r.next();
        }
    }

    void underParameter(Statement s) throws SQLException {
        ResultSet r = s.executeQuery("x"); // error: not-called
        r.next();
    }

    void underParameterClosed(Statement s) throws SQLException {
        try (ResultSet r = s.executeQuery("x")) {
            r.next();
        }
    }

    void statementOpen(Connection c) throws SQLException {
        Statement s = c.createStatement(); // error: not-called
        try (ResultSet r = s.executeQuery("x")) {
            r.next();
        }
    }

    void nextThrows(Connection c) throws SQLException {
        Statement s = c.createStatement(); // error: not-called
        ResultSet r = s.executeQuery("x"); // error: not-called
        r.next();
        s.close();
    }
}
