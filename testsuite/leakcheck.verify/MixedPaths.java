// Verify mode: ways through methods: null, loops, switches, exceptions, lambdas, strings,
// generic types; and what methods say of each other.
//
// needs 17
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import org.checkerframework.dataflow.qual.TerminatesExecution;

class MixedPaths {
    @InheritableMustCall("a")
    static class Foo {
        void a() {
        }

        void use() {
        }

        void fail() throws IOException {
        }
    }

    static Foo make() {
        return new Foo();
    }

    static @NotOwning Foo lent() {
        return null;
    }

    static void take(@Owning Foo f) {
        f.a();
    }

    static void takeAndFail(@Owning Foo f) throws IOException {
        f.fail();
        f.a();
    }

    static void look(Foo f) {
    }

    // ---- Null.

    void nullFirst(boolean b) {
        Foo f = null;
        if (b)
            f = make();
        if (f != null)
            f.a();
    }

    void nullForgotten(boolean b) {
        Foo f = null;
        if (b)
            f = make(); // error: not-called
        if (f == null)
            return;
        f.use();
    }

    void nullEarly() {
        Foo f = make();
        if (f == null)
            return;
        f.a();
    }

    void nullAssigned() {
        Foo f = make(); // error: not-called
        f = null;
    }

    void nullAfter() {
        Foo f = make();
        f.a();
        f = null;
    }

    void nullByObjects() {
        Foo f = make();
        if (Objects.nonNull(f))
            f.a();
    }

    // ---- Ternaries and switches.

    void ternary(boolean b) {
        Foo f = b ? new Foo() : new Foo();
        f.a();
    }

    void ternaryOpen(boolean b) {
        Foo f = b ? make() : null; // error: not-called
        look(f);
    }

    void ternaryNested(boolean b, boolean c) {
        Foo f = b ? (c ? new Foo() : make()) : null;
        if (f != null)
            f.a();
    }

    void ternaryReceiver(boolean b) {
        (b ? make() : new Foo()).a();
    }

    void ternaryArgument(boolean b) {
        take(b ? make() : new Foo());
    }

    void ternaryBorrowed(boolean b) {
        look(b ? make() : null); // error: not-called
    }

    Foo ternaryReturned(boolean b) {
        return b ? make() : new Foo();
    }

    void ternaryOther(boolean b, Foo other) {
        Foo f = b ? make() : other; // error: not-called
        f.use();
    }

    void switched(int n) {
        Foo f = switch (n) {
            case 1 -> make();
            case 2 -> new Foo();
            default -> null;
        };
        if (f != null)
            f.a();
    }

    void switchedOpen(int n) {
        Foo f = switch (n) { // error: not-called
            case 1 -> make();
            default -> null;
        };
        look(f);
    }

    void switchedYield(int n) {
        Foo f = switch (n) {
            case 1:
                Foo g = make();
                g.use();
                yield g;
            default:
                yield new Foo();
        };
        f.a();
    }

    void switchedOld(int n) {
        Foo f = make(); // error: not-called
        switch (n) {
        case 1:
            f.a();
            break;
        default:
            break;
        }
    }

    void switchedAll(int n) {
        Foo f = make();
        switch (n) {
        case 1:
            f.use();
        default:
            f.a();
        }
    }

    // ---- Loops.

    void loop(int n) {
        for (int i = 0; i < n; i++) {
            Foo f = make();
            f.a();
        }
    }

    void loopOpen(int n) {
        for (int i = 0; i < n; i++) {
            Foo f = make(); // error: not-called
            f.use();
        }
    }

    void loopLast(int n) {
        Foo f = null;
        for (int i = 0; i < n; i++)
            f = make(); // error: not-called
        if (f != null)
            f.a();
    }

    void loopAnew(int n) {
        Foo f = make();
        while (n-- > 0) {
            f.a();
            f = make();
        }
        f.a();
    }

    void loopContinue(int n) {
        while (n-- > 0) {
            Foo f = make(); // error: not-called
            if (n == 3)
                continue;
            f.a();
        }
    }

    void loopBreak() {
        Foo f;
        while (true) {
            f = make();
            if (f != null)
                break;
        }
        f.a();
    }

    void elements(List<Foo> all) {
        for (Foo f : all)
            f.use();
    }

    void elementsClosed(List<? extends Foo> all) {
        for (Foo f : all)
            f.a();
    }

    void elementsBorrowed(List<@MustCall Foo> all) {
        for (Foo f : all)
            f.use();
    }

    void array(Foo[] all) {
        for (Foo f : all)
            f.use();
        all[0] = new Foo(); // error: not-called
    }

    void intoList(List<Object> list) {
        list.add(make()); // error: not-called
    }

    // ---- Exceptions.

    void thrown() throws IOException {
        Foo f = make(); // error: not-called
        f.fail();
        f.a();
    }

    void thrownCaught() {
        Foo f = make();
        try {
            f.fail();
        } catch (IOException e) {
        }
        f.a();
    }

    void thrownFinally() throws IOException {
        Foo f = make();
        try {
            f.fail();
        } finally {
            f.a();
        }
    }

    void thrownInFinally() throws IOException {
        Foo f = make(); // error: not-called
        try {
            f.use();
        } finally {
            f.fail();
            f.a();
        }
    }

    void thrownByHand(boolean b) {
        Foo f = make(); // error: not-called
        if (b)
            throw new IllegalStateException();
        f.a();
    }

    void thrownRuntime(boolean b) {
        Foo f = make(); // error: not-called
        if (b)
            throw new RuntimeException();
        f.a();
    }

    void thrownError(boolean b) {
        Foo f = make(); // error: not-called
        if (b)
            throw new AssertionError();
        f.a();
    }

    void taken() throws IOException {
        Foo f = make(); // error: not-called
        takeAndFail(f);
    }

    void takenSafe() {
        take(make());
    }

    void owned(@Owning Foo f) throws IOException {
        f.fail();
        f.a();
    }

    void with() throws IOException {
        try (FileReader in = new FileReader("a");
             FileWriter out = new FileWriter("b")) {
            out.write(in.read());
        }
    }

    void withOuter() throws IOException {
        FileReader in = new FileReader("a");
        try (in) {
            in.read();
        }
    }

    void withPartly() throws IOException {
        FileReader in = new FileReader("a"); // error: not-called
        try (FileWriter out = new FileWriter("b")) {
            out.write(in.read());
        }
        in.close();
    }

    void withCatch() {
        try (FileReader in = new FileReader("a")) {
            in.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void exits() {
        Foo f = make();
        f.use();
        System.exit(1);
    }

    @TerminatesExecution
    static void die() {
        System.exit(2);
    }

    void exitsOtherwise(boolean b) {
        Foo f = make();
        if (b) {
            die();
            return;
        }
        f.a();
    }

    @EnsuresCalledMethods(value = "#1", methods = "a")
    static void endOrExit(Foo f, boolean b) {
        if (b) {
            die();
            return;
        }
        f.a();
    }

    void exitsNot(boolean b) {
        Foo f = make(); // error: not-called
        if (b)
            return;
        f.a();
        die();
    }

    // ---- Lambdas.

    void lambda() {
        Foo f = make();
        Runnable r = () -> f.a();
        r.run();
    }

    void lambdaOpens() {
        Runnable r = () -> {
            Foo f = make(); // error: not-called
            f.use();
        };
        r.run();
    }

    interface Makes {
        Foo make();
    }

    void lambdaResult() {
        Makes m = () -> make();
        m.make().a();
    }

    void reference() {
        Makes m = Foo::new;
        m.make(); // error: not-called
    }

    void anonymous() {
        Makes m = new Makes() {
            @Override
            public Foo make() {
                return new Foo();
            }
        };
        m.make().a();
    }

    void called(Callable<? extends Foo> c) throws Exception {
        Foo f = c.call(); // error: not-called
        f.use();
    }

    // ---- Strings and other plain things.

    String text(InputStream in) {
        return "in: " + in;
    }

    String textOfNew() {
        return "foo: " + make(); // error: not-called
    }

    int number() {
        return make().hashCode(); // error: not-called
    }

    boolean instance(Object o) {
        return o instanceof Foo;
    }

    void cast(Object o) {
        Foo f = (Foo) o;
        f.use();
    }

    void castNew() {
        Object o = make();
        ((Foo) o).a();
    }

    // ---- Results that nobody takes.

    void unused() {
        make(); // error: not-called
        lent();
    }

    void reassigned() {
        Foo f = make(); // error: not-called
        f = make();
        f.a();
    }

    void copied() {
        Foo f = make();
        Foo g = f;
        f = make();
        f.a();
        g.a();
    }

    Foo returnedTwice(boolean b) {
        Foo f = make();
        if (b)
            return f;
        f.a();
        return null;
    }

    @NotOwning Foo returnedLent() {
        Foo f = make(); // error: not-called
        return f;
    }

    Object returnedPlain() {
        return make(); // error: must-call-mismatch
    }

    // ---- Must-call by hand.

    @MustCall({"x", "y"}) static class Both { // error: must-call-not-inherited
        void x() {
        }

        void y() {
        }
    }

    @InheritableMustCall({"x", "y"})
    static class BothInherited {
        void x() {
        }

        void y() {
        }
    }

    static class BothBelow extends BothInherited {
    }

    @InheritableMustCall("x")
    static class Fewer extends BothInherited { // error: must-call-subtype
    }

    @InheritableMustCall({"x", "y", "z"})
    static class More extends BothInherited {
        void z() {
        }
    }

    @InheritableMustCall({})
    static class Nothing implements Closeable { // error: must-call-subtype
        @Override
        public void close() {
        }
    }

    void both() {
        Both b = new Both();
        b.x();
        b.y();
    }

    void bothHalf() {
        BothBelow b = new BothBelow(); // error: not-called
        b.x();
    }

    void three() {
        More m = new More(); // error: not-called
        m.x();
        m.y();
    }

    static class Free {
        @MustCall({}) Free() {
        }
    }

    static class FreeBelow extends Foo {
        @MustCall({}) FreeBelow() { // error: must-call-constructor
        }
    }

    // ---- Promises.

    @EnsuresCalledMethods(value = "#1", methods = "a")
    static void end(Foo f) {
        f.a();
    }

    @EnsuresCalledMethods(value = "#1", methods = "a")
    static void endNot(Foo f) { // error: promise-broken
        f.use();
    }

    @EnsuresCalledMethods(value = {"#1", "#2"}, methods = "a")
    static void endBoth(Foo f, Foo g) {
        f.a();
        g.a();
    }

    @EnsuresCalledMethodsIf(expression = "#1", result = true, methods = "a")
    static boolean endIf(Foo f, boolean b) {
        if (b) {
            f.a();
            return true;
        }
        return false;
    }

    @EnsuresCalledMethodsIf(expression = "#1", result = true, methods = "a")
    static boolean endIfNot(Foo f, boolean b) {
        if (b)
            f.a();
        return true; // error: promise-broken-conditionally
    }

    @EnsuresCalledMethodsOnException(value = "#1", methods = "a")
    static void endOnException(Foo f) throws IOException {
        try {
            f.fail();
        } catch (IOException e) {
            f.a();
            throw e;
        }
    }

    void ends() {
        Foo f = make();
        end(f);
    }

    void endsBoth() {
        Foo f = make(), g = make();
        endBoth(f, g);
    }

    void endsIf(boolean b) {
        Foo f = make();
        if (!endIf(f, b))
            f.a();
    }

    void endsIfNot(boolean b) {
        Foo f = make(); // error: not-called
        endIf(f, b);
    }

    void endsOnException() throws IOException {
        Foo f = make();
        endOnException(f);
        f.a();
    }

    @RequiresCalledMethods(value = "#1", methods = "use")
    void after(Foo f) {
    }

    void before(Foo f) {
        after(f); // error: promise-required
        f.use();
        after(f);
    }

    // ---- Overriding.

    interface Sink {
        void put(@Owning Foo f);
        @NotOwning Foo get();
    }

    static class GoodSink implements Sink {
        @Override
        public void put(@Owning Foo f) {
            f.a();
        }

        @Override
        public @NotOwning Foo get() {
            return null;
        }
    }

    static class BadSink implements Sink {
        @Override
        public void put(Foo f) { // error: owning-parameter-override
        }

        @Override
        public Foo get() { // error: owning-result-override
            return null;
        }
    }

    static class GreedySink extends GoodSink {
        @Override
        public void put(@Owning Foo f) { // error: not-called
        }
    }

    interface Source<T> {
        T next();
    }

    static class Foos implements Source<Foo> { // error: type-argument
        @Override
        public Foo next() {
            return new Foo();
        }
    }
}
