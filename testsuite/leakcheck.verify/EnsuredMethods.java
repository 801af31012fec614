// Promises that methods make: called methods after they return, after they
// throw, by their result, before they are called, and in overriding methods.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Stream;

class EnsuredMethods {
    static void mayThrow() throws IOException { }
    static void other() { }

    // ---- Parameters.  ----

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closes(Res r) {
        r.close();
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closesNot(Res r) { // error: promise-broken
        r.use();
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closesSometimes(Res r, boolean b) { // error: promise-broken
        if (b) {
            r.close();
        }
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closesOrReturnsEarly(Res r, boolean b) { // error: promise-broken
        if (b) {
            return;
        }
        r.close();
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closesOrThrows(Res r, boolean b) {
        if (b) {
            throw new IllegalStateException();
        }
        r.close();
    }

    @EnsuresCalledMethods(value = "#2", methods = "close")
    static void closesSecond(Res r, Res s) {
        s.close();
    }

    @EnsuresCalledMethods(value = "#2", methods = "close")
    static void closesFirstInstead(Res r, Res s) { // error: promise-broken
        r.close();
    }

    @EnsuresCalledMethods(value = {"#1", "#2"}, methods = "close")
    static void closesBoth(Res r, Res s) {
        r.close();
        s.close();
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closesIfNotNull(Res r) {
        if (r != null) {
            r.close();
        }
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closesThroughOther(Res r) {
        closes(r);
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closesThroughNothing(Res r) { // error: promise-broken
        Res.look(r);
    }

    @EnsuresCalledMethods(value = "#1", methods = {"close", "use"})
    static void callsBoth(Res r) {
        r.use();
        r.close();
    }

    @EnsuresCalledMethods(value = "#1", methods = {"close", "use"})
    static void callsOneOfBoth(Res r) { // error: promise-broken
        r.close();
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void swallows(Stream s) {
        try {
            s.close();
        } catch (IOException e) {
            other();
        }
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void swallowsTooMuch(Stream s) { // error: promise-broken
        try {
            mayThrow();
            s.close();
        } catch (IOException e) {
            other();
        }
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void neverReturns(Res r) {
        throw new RuntimeException();
    }

    // ---- At calls.  ----

    void useCloses() {
        Res r = new Res();
        closes(r);
    }

    void useClosesSecond() {
        Res r = new Res(); // error: not-called
        Res s = new Res();
        closesSecond(r, s);
    }

    void useClosesBoth() {
        Res r = new Res();
        Res s = new Res();
        closesBoth(r, s);
    }

    void useUnnamed() {
        closes(new Res());
    }

    void useOnOneBranch(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            closes(r);
        }
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closesThrows(Stream s) throws IOException {
        s.close();
    }

    void useThrowing() throws IOException {
        Stream s = new Stream(); // error: not-called
        closesThrows(s);
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    @EnsuresCalledMethodsOnException(value = "#1", methods = "close")
    static void closesAlways(Stream s) throws IOException {
        s.close();
    }

    void useAlways() throws IOException {
        Stream s = new Stream();
        closesAlways(s);
    }

    @EnsuresCalledMethodsOnException(value = "#1", methods = "close")
    static Object closesWhenThrowing(Res r) throws IOException {
        try {
            mayThrow();
        } catch (IOException e) {
            r.close();
            throw e;
        }
        return null;
    }

    @EnsuresCalledMethodsOnException(value = "#1", methods = "close")
    static Object closesNotWhenThrowing(Res r) throws IOException { // error: promise-broken-on-exception
        mayThrow();
        r.close();
        return null;
    }

    void useWhenThrowing() throws IOException {
        Res r = new Res();
        closesWhenThrowing(r);
        r.close();
    }

    void useWhenThrowingOnly() throws IOException {
        Res r = new Res(); // error: not-called
        closesWhenThrowing(r);
    }

    @EnsuresCalledMethodsOnException(value = "#1", methods = "close")
    static void takesOrCloses(@Owning Res r) throws IOException {
        try {
            mayThrow();
        } catch (IOException e) {
            r.close();
            throw e;
        }
        r.close();
    }

    void useTakesOrCloses() throws IOException {
        Res r = new Res();
        takesOrCloses(r);
    }

    // ---- Fields.  ----

    @InheritableMustCall("close")
    static class Holder {
        final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }

        @EnsuresCalledMethods(value = "this", methods = "close")
        void end() {
            close();
        }

        @EnsuresCalledMethods(value = "this", methods = "close")
        void endNot() { // error: promise-broken
        }
    }

    void ends() {
        Holder h = new Holder();
        h.end();
    }

    @EnsuresCalledMethods(value = "#1.r", methods = "close")
    static void closesFieldOfParameter(Holder h) {
        h.r.close();
    }

    @EnsuresCalledMethods(value = "#1.r", methods = "close")
    static void closesFieldOfParameterNot(Holder h) { // error: promise-broken
        h.r.use();
    }

    // ---- By the result.  ----

    @EnsuresCalledMethodsIf(expression = "#1", result = true, methods = "close")
    static boolean tryClose(Res r) {
        if (r.ready()) {
            r.close();
            return true;
        }
        return false;
    }

    @EnsuresCalledMethodsIf(expression = "#1", result = true, methods = "close")
    static boolean tryCloseNot(Res r) {
        if (r.ready()) {
            return true; // error: promise-broken-conditionally
        }
        r.close();
        return false;
    }

    @EnsuresCalledMethodsIf(expression = "#1", result = false, methods = "close")
    static boolean stillOpen(Res r) {
        if (r.ready()) {
            return true;
        }
        r.close();
        return false;
    }

    @EnsuresCalledMethodsIf(expression = "#1", result = true, methods = "close")
    static int notBoolean(Res r) { // error: promise-not-boolean
        r.close();
        return 0;
    }

    void tries() {
        Res r = new Res();
        if (!tryClose(r)) {
            r.close();
        }
    }

    void triesWithoutElse() {
        Res r = new Res(); // error: not-called
        if (tryClose(r)) {
            other();
        }
    }

    void triesWrongWay() {
        Res r = new Res(); // error: not-called
        if (tryClose(r)) {
            r.close();
        }
    }

    void triesInverted() {
        Res r = new Res();
        if (stillOpen(r)) {
            r.close();
        }
    }

    void triesWithoutTest() {
        Res r = new Res(); // error: not-called
        tryClose(r);
    }

    // ---- Before the call.  ----

    @RequiresCalledMethods(value = "#1", methods = "use")
    static void needsUse(Res r) {
    }

    void required() {
        Res r = new Res();
        r.use();
        needsUse(r);
        r.close();
    }

    void requiredNot() {
        Res r = new Res();
        needsUse(r); // error: promise-required
        r.close();
    }

    void requiredOnOneBranch(boolean b) {
        Res r = new Res();
        if (b) {
            r.use();
        }
        needsUse(r); // error: promise-required
        r.close();
    }

    static void needsClosed(@CalledMethods("close") Res r) {
    }

    void calledMethodsArgument() {
        Res r = new Res();
        r.close();
        needsClosed(r);
    }

    void calledMethodsArgumentNot() {
        Res r = new Res();
        needsClosed(r); // error: must-call-mismatch
        r.close();
    }

    // ---- Variable arguments.  ----

    @EnsuresCalledMethodsVarargs("close") // error: varargs-not-verified
    static void closesAll(Res... all) {
        for (Res r : all) {
            r.close();
        }
    }

    void all() {
        Res a = new Res();
        Res b = new Res();
        closesAll(a, b);
    }

    void allOfOne() {
        Res a = new Res();
        closesAll(a);
    }

    void allButOne() {
        Res a = new Res();
        Res b = new Res(); // error: not-called
        closesAll(a);
    }

    void array() {
        Res a = new Res();
        Res[] all = { a };
        closesAll(all);
    }

    @EnsuresCalledMethodsVarArgs("close") // error: varargs-not-verified
    static void closesAllFormerly(Res... all) {
    }

    void allFormerly() {
        Res a = new Res();
        Res b = new Res();
        closesAllFormerly(a, b);
    }

    @EnsuresCalledMethodsVarargs("close") // error: varargs-not-verified
    static void notVariable(Res r) { // error: varargs-not-variable
    }

    // ---- Overriding.  ----

    @InheritableMustCall("close")
    abstract static class Base {
        final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        abstract void close();
    }

    static class KeepsPromise extends Base {
        @Override
        void close() {
            r.close();
        }
    }

    static class BreaksPromise extends Base {
        @Override
        void close() { // error: promise-broken
        }
    }

    static class RepeatsPromise extends Base {
        @Override
        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    interface Closer {
        @EnsuresCalledMethods(value = "#1", methods = "close")
        void finish(Res r);
    }

    static class GoodCloser implements Closer {
        @Override
        public void finish(Res r) {
            r.close();
        }
    }

    static class BadCloser implements Closer {
        @Override
        public void finish(Res r) { // error: promise-broken
        }
    }

    void throughInterface(Closer c) {
        Res r = new Res();
        c.finish(r);
    }

    void throughClass(GoodCloser c) {
        Res r = new Res();
        c.finish(r);
    }
}
