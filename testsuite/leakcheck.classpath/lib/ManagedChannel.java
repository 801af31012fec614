package io.grpc;

public abstract class ManagedChannel {
  public abstract ManagedChannel shutdown ();
  public abstract boolean isShutdown ();
}
