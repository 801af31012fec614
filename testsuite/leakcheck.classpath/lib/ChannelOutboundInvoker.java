package io.netty.channel;

public interface ChannelOutboundInvoker {
  Object writeAndFlush (Object message);
}
