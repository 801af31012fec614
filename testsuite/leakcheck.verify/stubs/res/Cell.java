// A cell that testsuite/leakcheck.verify/cell-described.spec describes.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

package res;

public class Cell<T> {
    private T content;

    public Cell() {}

    public Cell(T first) {
        content = first;
    }

    public T content() {
        return content;
    }

    public void fill(T other) {
        content = other;
    }

    public boolean fillIf(boolean really, T other) {
        if (really) {
            content = other;
        }
        return really;
    }
}
