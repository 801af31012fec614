/* Verify mode: type arguments, results of type variables, method references,
   declared types of variables, parameters that promises speak of.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.*;

class TypeArguments {
    // ---- Type arguments.

    static class Fields {
        List<Res> resources;
        List<? extends Res> some;
        List<?> any;
        List<String> names;
        List<@MustCall({}) Res> borrowed;
        Map<String, Res> byName;
        Map<Res, String> byKey;
        Supplier<Res> made;
        Map<String, List<Res>> nested;
        List<@MustCall("close") Object> objects;
        List<Res[]> arrays;
        Optional<Res> perhaps;
        Class<Res> type;
        Comparable<Res>[] array;
        Callable<Res>[] calls;
        Future<Res> later;
        UnaryOperator<Res> renews; // error: type-argument
        CompletableFuture<Res> completed; // error: type-argument
        Consumer<Res> taken;
        Predicate<Res> asked;
        BiFunction<String, Res, String> second;
        Pool<Res> pool; // error: type-argument
        Rack<Res> rack; // error: type-argument
        Queue2<Res, String> pair; // error: type-argument
        Queue2<String, Res> noPair;
        Function<Res, String> named;
        Function<String, Res> opens;
        Function<? super String, ? extends Res> opensSome;
    }

    interface Pool<T> {
        void put(T t);
        List<? extends T> all();
    }

    interface Rack<T> {
        T[] all();
    }

    interface Queue2<T, TT> {
        Optional<T> first(TT other);
        boolean has(TT other);
    }

    static class Below<T extends Res> {
        T one;
        List<T> many;
        Below<T> same;
    }

    static class Any<T> {
        List<T> many;
        Any<T> same;
    }

    Below<Res> good;
    Any<Res> bad; // error: type-argument

    static class Bound<T extends @MustCall("close") Object> {
    }

    Bound<Res> bound;
    Any<? extends List<Res>> deep;
    Any<? extends Supplier<Res>> deeper;
    Any<? extends UnaryOperator<Res>> deepest; // error: type-argument

    static class OfResources extends ArrayList<Res> { // error: type-argument
        private static final long serialVersionUID = 1;
    }

    static class OfNames extends ArrayList<String> implements Iterable<String> {
        private static final long serialVersionUID = 1;
    }

    void parameter(String name,
                   UnaryOperator<Res> set) { // error: type-argument
        set.apply(null).close();
    }

    UnaryOperator<Res> result() { // error: type-argument
        return null;
    }

    Iterator<Res> iterator() {
        return null;
    }

    int local() {
        List<Res> list = new ArrayList<>();
        List<String> names = new ArrayList<>();
        return list.size() + names.size();
    }

    // ---- Results whose type is a variable.

    void element(List<? extends Res> list) {
        Res r = list.get(0);
        r.use();
    }

    void elementClosed(List<? extends Res> list) {
        Res r = list.get(0);
        r.close();
    }

    void each(List<? extends Res> list) {
        for (Res r : list)
            r.use();
    }

    void eachOfOther() {
        Iterator<Res> i = iterator();
        Res r = i.next(); // error: not-called
        r.use();
    }

    void eachClosed(List<? extends Res> list) {
        for (Res r : list)
            r.close();
    }

    void eachBorrowed(List<@MustCall({}) Res> list) {
        for (Res r : list)
            r.use();
    }

    void eachName(List<String> list) {
        for (String s : list)
            s.length();
    }

    static <T> T same(T t) {
        return t;
    }

    static <T> T make(Class<T> c) {
        return null;
    }

    void argument(Res borrowed) {
        Res r = same(borrowed);
        r.use();
    }

    void made() {
        Res r = make(Res.class); // error: not-called
        r.use();
    }

    interface Holder<T> {
        T taken();
        @NotOwning T lent();
    }

    void holder(Holder<? extends Res> h) {
        Res a = h.taken(); // error: not-called
        Res b = h.lent();
        a.use();
        b.use();
    }

    // ---- Method references.

    interface MakesRes {
        Res make();
    }

    interface MakesObject {
        Object make();
    }

    interface TakesRes {
        void take(Res r);
    }

    static Res make() {
        return new Res();
    }

    static void takeObject(@Owning Object o) {
    }

    static void takeRes(@Owning Res r) {
        r.close();
    }

    static void useObject(Object o) {
    }

    void references() {
        MakesRes a = Res::new;
        MakesObject b = Res::new; // error: method-reference
        MakesRes c = TypeArguments::make;
        MakesObject d = TypeArguments::make; // error: method-reference
        TakesRes e = TypeArguments::takeRes;
        TakesRes f = TypeArguments::takeObject; // error: method-reference
        TakesRes g = TypeArguments::useObject;
        TakesRes h = Res::close;
        MakesObject i = Object::new;
    }

    static class Prepared {
        void prepare() {
        }

        void run(@CalledMethods("prepare") Prepared this) {
        }
    }

    interface Runs {
        void run(Prepared p);
    }

    interface RunsPrepared {
        void run(@CalledMethods("prepare") Prepared p);
    }

    void receivers() {
        Runs a = Prepared::run; // error: method-reference
        RunsPrepared b = Prepared::run;
        Runs c = Prepared::prepare;
    }

    // ---- Declared types of variables.

    void nothing() {
        @MustCall({}) Res r = new Res(); // error: must-call-mismatch // error: not-called
        r.use();
    }

    void something() {
        @MustCall("close") Object o = new Res();
        ((Res) o).close();
    }

    void assignedLater() {
        @MustCall({}) Object o;
        o = new Res(); // error: must-call-mismatch // error: not-called
        o.hashCode();
    }

    static class Plain {
        Object any;
        Res same;
    }

    void intoPlain(Plain p) {
        Res r = new Res();
        p.any = r; // error: must-call-mismatch
        p.same = r;
        r.close();
    }

    // ---- Parameters of overriding methods.

    static class Over {
        void take(@MustCall("close") Object o) {
        }

        void takeAny(Object o) {
        }
    }

    static class Under extends Over {
        @Override
        void take(Object o) { // error: must-call-mismatch
        }

        @Override
        void takeAny(@MustCall("close") Object o) {
        }
    }

    static class Less extends Over {
        @Override
        void take(@MustCall({}) Object o) { // error: must-call-mismatch
        }
    }

    // ---- Parameters that promises speak of.

    @EnsuresCalledMethods(value = "#1", methods = "close")
    void promised(Res r) {
        r.close();
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    void assigned(Res r) { // error: promise-parameter-not-final // error: promise-broken
        r = new Res();
        r.close();
    }

    @EnsuresCalledMethods(value = "#2", methods = "close")
    void other(Res r, Res s, long n) {
        n = 1;
        r = null;
        s.close();
    }

    @EnsuresCalledMethodsIf(expression = "#1", result = true, methods = "close")
    boolean assignedPerhaps(Res r) { // error: promise-parameter-not-final
        if (r == null) {
            r = null;
            return false;
        }
        r.close();
        return true;
    }

    @RequiresCalledMethods(value = "#1", methods = "use")
    void required(Res r) { // error: promise-parameter-not-final
        r = null;
    }
}
