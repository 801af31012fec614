package org.apache.kafka.clients.consumer;

public interface Consumer extends java.io.Closeable {
  int poll (long time);
  void close ();
}
