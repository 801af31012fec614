// Figure 3 of "Inference of Resource Management Specifications", which its authors do not infer:
// only subclasses dispose of private fields of an abstract class, by its getters.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
//
// infer: Figure3$Computer: @InheritableMustCall("compute")
// infer: Figure3$Computer.metadataIn: @Owning
// infer: Figure3$Computer.checksumIn: @Owning
// infer: Figure3$Computer.new(java.io.InputStream,java.io.DataInputStream): @Owning #1
// infer: Figure3$Computer.new(java.io.InputStream,java.io.DataInputStream): @Owning #2
// infer: Figure3$Computer.getMetadataIn(): @NotOwning
// infer: Figure3$Computer.getChecksumIn(): @NotOwning
// infer: Figure3$Computer.compute(): @EnsuresCalledMethods(value = {"this.metadataIn", "this.checksumIn"}, methods = "close")
// infer: Figure3$Replicated.new(java.io.InputStream,java.io.DataInputStream): @Owning #1
// infer: Figure3$Replicated.new(java.io.InputStream,java.io.DataInputStream): @Owning #2
// infer: Figure3$Replicated.compute(): @EnsuresCalledMethods(value = {"this.checksumIn", "this.metadataIn"}, methods = "close")
// infer: Figure3$IOUtils.closeStream(java.io.Closeable): @Owning #1

import java.io.*;

class Figure3 {
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

    abstract static class Computer {
        private final InputStream metadataIn;
        private final DataInputStream checksumIn;

        Computer(InputStream metadataIn, DataInputStream checksumIn) {
            this.metadataIn = metadataIn;
            this.checksumIn = checksumIn;
        }

        InputStream getMetadataIn() {
            return metadataIn;
        }

        DataInputStream getChecksumIn() {
            return checksumIn;
        }

        abstract void compute() throws IOException;
    }

    static class Replicated extends Computer {
        Replicated(InputStream metadataIn, DataInputStream checksumIn) {
            super(metadataIn, checksumIn);
        }

        // A getter is no field for the verifier.
        void compute() throws IOException { // error: promise-broken // error: promise-broken-on-exception
            try {
                getChecksumIn().readInt();
            } finally {
                IOUtils.closeStream(getChecksumIn());
                IOUtils.closeStream(getMetadataIn());
            }
        }
    }
}
