// Figure 5 of "Inference of Resource Management Specifications": the method is meant to close all
// three fields, and is told that it does not if the first call throws.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
//
// infer: Figure5.storage: @Owning
// infer: Figure5.committedTxnId: @Owning
// infer: Figure5.curSegment: @Owning
// infer: Figure5.new(java.io.RandomAccessFile,java.io.InputStream,java.io.OutputStream): @Owning #1
// infer: Figure5.new(java.io.RandomAccessFile,java.io.InputStream,java.io.OutputStream): @Owning #2
// infer: Figure5.new(java.io.RandomAccessFile,java.io.InputStream,java.io.OutputStream): @Owning #3
// infer: Figure5.close(): @EnsuresCalledMethods(value = {"this.storage", "this.committedTxnId", "this.curSegment"}, methods = "close")
// infer: Figure5$IOUtils.closeStream(java.io.Closeable): @Owning #1

import java.io.*;

class Figure5 implements Closeable {
    private final RandomAccessFile storage;
    private final InputStream committedTxnId;
    private final OutputStream curSegment;

    static class IOUtils {
        static void closeStream(Closeable stream) {
            if (stream != null) {
                try {
                    stream.close();
                } catch (IOException e) {
                    System.err.println(e);
                }
            }
        }
    }

    Figure5(RandomAccessFile storage, InputStream committedTxnId, OutputStream curSegment) {
        this.storage = storage;
        this.committedTxnId = committedTxnId;
        this.curSegment = curSegment;
    }

    public void close() throws IOException { // error: promise-broken-on-exception
        storage.close();
        // committedTxnId remains open if storage.close() throws an exception
        IOUtils.closeStream(committedTxnId);
        IOUtils.closeStream(curSegment);
    }
}
