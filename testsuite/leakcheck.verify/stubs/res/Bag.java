// A container without order; container-described.spec says what its methods do.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

package res;

public class Bag<T> {
    private Object[] all = new Object[8];
    private int n;

    public void add(T t) {
        all[n++] = t;
    }

    @SuppressWarnings("unchecked")
    public T take() {
        return (T) all[--n];
    }

    public boolean isEmpty() {
        return n == 0;
    }
}
