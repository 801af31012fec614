package io.netty.buffer;

/* As far as the tests use it. */
public abstract class ByteBuf {
  public abstract ByteBuf writeInt (int value);
  public abstract int readInt ();
  public abstract ByteBuf retain ();
  public abstract boolean release ();
}
