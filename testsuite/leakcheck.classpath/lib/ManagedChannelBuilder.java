package io.grpc;

public abstract class ManagedChannelBuilder {
  public abstract ManagedChannel build ();
}
