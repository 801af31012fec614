package org.apache.kafka.clients.consumer;

public class KafkaConsumer implements Consumer {
  public native int poll (long time);
  public native void close ();
}
