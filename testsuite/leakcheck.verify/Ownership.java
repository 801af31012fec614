// Ownership that passes with arguments and results (section 3 of the paper).
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Stream;

class Ownership {
    static void mayThrow() throws IOException { }

    // ---- Parameters, in the body.  ----

    void takes(@Owning Res r) {
        r.close();
    }

    void takesNotClosed(@Owning Res r) { // error: not-called
        r.use();
    }

    void takesEmpty(@Owning Res r) { // error: not-called
    }

    void takesOneBranch(@Owning Res r, boolean b) { // error: not-called
        if (b) {
            r.close();
        }
    }

    void takesNullTest(@Owning Res r) {
        if (r != null) {
            r.close();
        }
    }

    void takesTwo(@Owning Res r, @Owning Res s) { // error: not-called
        r.close();
    }

    void takesTwoOwnOne(@Owning Res r, Res s) {
        r.close();
    }

    void takesAndThrows(@Owning Res r) throws IOException {
        mayThrow();
        r.close();
    }

    void takesAndThrowsItself(@Owning Res r, boolean b) {
        if (b) {
            throw new IllegalStateException();
        }
        r.close();
    }

    void takesAndCatches(@Owning Res r) { // error: not-called
        try {
            mayThrow();
            r.close();
        } catch (IOException e) {
            System.out.println(e);
        }
    }

    void takesAndOverwrites(@Owning Res r) { // error: not-called
        r = new Res();
        r.close();
    }

    void takesAndCopies(@Owning Res r) {
        Res s = r;
        s.close();
    }

    void takesAndPassesOn(@Owning Res r) {
        Res.take(r);
    }

    void takesAndLends(@Owning Res r) { // error: not-called
        Res.look(r);
    }

    Res takesAndReturns(@Owning Res r) {
        return r;
    }

    @NotOwning Res takesAndReturnsNotOwned(@Owning Res r) { // error: not-called
        return r;
    }

    static void takesStatic(@Owning Res r) {
        r.close();
    }

    void borrows(Res r) {
    }

    void borrowsExplicitly(@NotOwning Res r) {
    }

    void borrowsAndCloses(Res r) {
        r.close();
    }

    void takesObject(@Owning Object o) {
    }

    void takesMustCallObject(@Owning @MustCall("close") Object o) { // error: not-called
    }

    void takesWithoutObligation(@Owning @MustCall({}) Res r) {
    }

    // ---- Parameters, at calls.  ----

    void gives() {
        Res r = new Res();
        takes(r);
    }

    void givesAtOnce() {
        takes(new Res());
    }

    void givesFactory() {
        takes(Res.make());
    }

    void givesCast() {
        Object o = new Res();
        takes((Res) o);
    }

    void givesOnePath(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            takes(r);
        }
    }

    void givesOrCloses(boolean b) {
        Res r = new Res();
        if (b) {
            takes(r);
        } else {
            r.close();
        }
    }

    void givesWrongOne() {
        Res r = new Res();
        Res s = new Res(); // error: not-called
        takesTwoOwnOne(r, s);
    }

    void givesCopy() {
        Res r = new Res();
        Res s = r;
        takes(s);
    }

    void givesToBorrower() {
        Res r = new Res(); // error: not-called
        borrows(r);
    }

    void givesToExplicitBorrower() {
        Res r = new Res(); // error: not-called
        borrowsExplicitly(r);
    }

    void givesToCloserWithoutContract() {
        Res r = new Res(); // error: not-called
        borrowsAndCloses(r);
    }

    void givesToCloserWithContract() {
        Res r = new Res();
        Res.shut(r);
    }

    void givesToThrower() throws IOException {
        Res r = new Res(); // error: not-called
        Res.takeOrThrow(r);
    }

    void givesToThrowerCaught() {
        Res r = new Res();
        try {
            Res.takeOrThrow(r);
        } catch (IOException e) {
            r.close();
        }
    }

    void givesAfterThrowing() throws IOException {
        Res r = new Res(); // error: not-called
        mayThrow();
        takes(r);
    }

    void givesTwice() {
        Res r = new Res();
        takes(r);
        r = new Res();
        takes(r);
    }

    void givesInLoop(int n) {
        for (int i = 0; i < n; i++) {
            takes(new Res());
        }
    }

    void givesStatic() {
        takesStatic(new Res());
    }

    void givesNull() {
        takes(null);
    }

    // ---- Results, in the body.  ----

    Res make() {
        return new Res();
    }

    Res makeNamed() {
        Res r = new Res();
        r.use();
        return r;
    }

    Res makeThrows() throws IOException {
        Res r = new Res(); // error: not-called
        r.read();
        return r;
    }

    Res makeThrowsClosed() throws IOException {
        Res r = new Res();
        try {
            r.read();
        } catch (IOException e) {
            r.close();
            throw e;
        }
        return r;
    }

    Res makeOrNot(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            return null;
        }
        return r;
    }

    Res makeOrNotClosed(boolean b) {
        Res r = new Res();
        if (b) {
            r.close();
            return null;
        }
        return r;
    }

    @NotOwning Res makeNotOwning() {
        return new Res(); // error: not-called
    }

    @NotOwning Res makeNamedNotOwning() {
        Res r = new Res(); // error: not-called
        return r;
    }

    @Owning Res makeOwning() {
        return new Res();
    }

    Res makeFromOther() {
        return make();
    }

    Res makeOtherThanReturned() {
        Res r = new Res(); // error: not-called
        Res s = new Res();
        return s;
    }

    Res returnsParameter(Res r) {
        return r;
    }

    @NotOwning Res returnsParameterNotOwning(Res r) {
        return r;
    }

    AutoCloseable returnsClosed() {
        Stream s = null;
        try {
            s = new Stream();
        } catch (IOException e) {
            return null;
        }
        return s;
    }

    // ---- Results, at calls.  ----

    void receives() {
        Res r = make(); // error: not-called
    }

    void receivesClosed() {
        Res r = make();
        r.close();
    }

    void receivesNotOwning() {
        Res r = makeNotOwning();
    }

    void receivesOwning() {
        Res r = makeOwning(); // error: not-called
    }

    void receivesChained() {
        new Ownership().make().use(); // error: not-called
    }

    void receivesPassedOn() {
        Res r = makeOwning();
        takes(r);
    }

    void receivesParameterAgain() {
        Res r = new Res(); // error: not-called
        Res s = returnsParameter(r); // error: not-called
    }

    void receivesNotOwnedParameterAgain() {
        Res r = new Res();
        Res s = returnsParameterNotOwning(r);
        r.close();
    }

    void receivesMustCall() {
        Object o = mustCallObject(); // error: not-called
    }

    void receivesMustCallClosed() throws Exception {
        AutoCloseable o = mustCallCloseable();
        o.close();
    }

    @MustCall("close") Object mustCallObject() {
        return new Res();
    }

    AutoCloseable mustCallCloseable() {
        return new Res2();
    }

    @MustCall({}) Res noObligation() {
        return null;
    }

    void receivesNoObligation() {
        Res r = noObligation();
    }

    static class Res2 implements AutoCloseable {
        @Override public void close() { }
    }
}
