// Figure 1 of "Inference of Resource Management Specifications" (OOPSLA 2023), in our own words,
// and its client, which is silent once the promises are inferred.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
//
// infer: Figure1: @InheritableMustCall("dispose")
// infer: Figure1.con: @Owning
// infer: Figure1.new(Connection): @MustCallAlias
// infer: Figure1.new(Connection): @MustCallAlias #1
// infer: Figure1.dispose(): @EnsuresCalledMethods(value = "this.con", methods = "close")
// infer: Figure1.closeCon(Connection): @Owning #1

class Connection implements AutoCloseable {
    native void commit();

    public native void close();
}

class Figure1 {
    private final Connection con;

    Figure1(Connection con) {
        this.con = con;
    }

    void use() {
    }

    void dispose() {
        closeCon(this.con);
    }

    static Connection createCon() {
        Connection obj = new Connection();
        return obj;
    }

    static void useCon(Connection obj) {
        obj.commit();
    }

    static void closeCon(Connection obj) {
        obj.close();
    }
}

class Figure1Client {
    static void client(boolean b) {
        Connection con1 = Figure1.createCon();
        Figure1 mySqlCon1 = new Figure1(con1);
        mySqlCon1.use();
        if (b)
            con1.close();
        else
            mySqlCon1.dispose();
    }

    static void leak(boolean b) {
        Connection con1 = Figure1.createCon(); // error: not-called
        Figure1 mySqlCon1 = new Figure1(con1);
        if (b)
            mySqlCon1.use();
    }
}
