package io.ttalloc.it.libraries;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.HashedWheelTimer;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Ways to create Netty channels, event loop groups and timers. */
@SuppressWarnings("deprecation") // as in 4.1
public final class NettyChannelWays implements Ways {
  private static final String EVENT_LOOPS = "event loop group";
  private static final String CHANNEL = "channel";

  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  /** A socket that listens without accepting connections and is never closed. */
  private static final ServerSocket PEER = peer();

  private static final List<Way> ALL =
      List.of(
          way(
              "new NioEventLoopGroup(int)",
              List.of(EVENT_LOOPS),
              place -> new Group(new NioEventLoopGroup(1))),
          /**
           * Once the program has dropped the group, a thread-local of the group's running thread
           * keeps the group reachable.
           */
          way(
              "new NioEventLoopGroup(int), that has run a task",
              List.of(EVENT_LOOPS),
              place -> {
                EventLoopGroup group = new NioEventLoopGroup(1);
                group.submit(() -> {}).syncUninterruptibly();
                return new Group(group);
              }),
          way(
              "new DefaultEventLoopGroup(int)",
              List.of(EVENT_LOOPS),
              place -> new Group(new DefaultEventLoopGroup(1))),
          way(
              "new DefaultEventExecutorGroup(int)",
              List.of(EVENT_LOOPS),
              place -> new Group(new DefaultEventExecutorGroup(1))),
          way("new HashedWheelTimer()", List.of("timer"), place -> new HashedWheelTimer()::stop),
          way(
              "new HashedWheelTimer(), started",
              List.of("timer"),
              place -> {
                HashedWheelTimer timer = new HashedWheelTimer();
                timer.start();
                return timer::stop;
              }),
          way(
              "new NioSocketChannel()",
              List.of(CHANNEL),
              place -> new NioSocketChannel().unsafe()::closeForcibly),
          way("ServerBootstrap.bind", List.of(CHANNEL, EVENT_LOOPS), place -> server()),
          way(
              "Bootstrap.bind",
              List.of(CHANNEL, EVENT_LOOPS),
              place -> {
                EventLoopGroup group = new NioEventLoopGroup(1);
                Bootstrap bootstrap =
                    new Bootstrap()
                        .group(group)
                        .channel(NioDatagramChannel.class)
                        .handler(new ChannelInboundHandlerAdapter());
                return new Connected(
                    bootstrap.bind(ANY_PORT).syncUninterruptibly().channel(), group);
              }),
          /** A map in the static name resolver keeps the group reachable. */
          way(
              "Bootstrap.connect",
              List.of(CHANNEL, EVENT_LOOPS),
              place -> {
                EventLoopGroup group = new NioEventLoopGroup(1);
                Channel channel =
                    client(group)
                        .connect(PEER.getLocalSocketAddress())
                        .syncUninterruptibly()
                        .channel();
                return new Connected(channel, group);
              }),
          way(
                  "Bootstrap.connect that is refused",
                  List.of(CHANNEL),
                  place -> {
                    EventLoopGroup group = new NioEventLoopGroup(1);
                    ServerSocket server = peer();
                    SocketAddress closed = server.getLocalSocketAddress();
                    server.close();
                    ChannelFuture connecting = client(group).connect(closed).awaitUninterruptibly();
                    if (connecting.isSuccess()) {
                      throw new AssertionError("connected");
                    }
                    new Group(group).close();
                    return Way.nothingOpen(connecting.channel());
                  })
              .resources(0),
          way(
                  "a channel whose group was shut down",
                  List.of(CHANNEL),
                  place -> {
                    Connected server = server();
                    server.group.close();
                    return Way.nothingOpen(server);
                  })
              .resources(0));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, List<String> types, Opening opening) {
    return Way.way(code, types.get(0), opening).types(types).resources(types.size());
  }

  private static Connected server() {
    EventLoopGroup group = new NioEventLoopGroup(1);
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(new ChannelInboundHandlerAdapter());
    return new Connected(bootstrap.bind(ANY_PORT).syncUninterruptibly().channel(), group);
  }

  private static ServerSocket peer() {
    try {
      return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Bootstrap client(EventLoopGroup group) {
    return new Bootstrap()
        .group(group)
        .channel(NioSocketChannel.class)
        .handler(new ChannelInboundHandlerAdapter());
  }

  /**
   * Waits for the end of the group's threads, which close the channels of the event loops. Without
   * a quiet period, Netty 4.2 does not always close these channels.
   */
  private record Group(EventExecutorGroup group) implements AutoCloseable {
    @Override
    public void close() {
      group.shutdownGracefully(50, 1_000, TimeUnit.MILLISECONDS).syncUninterruptibly();
    }
  }

  private static final class Connected implements AutoCloseable {
    private final Channel channel;
    private final Group group;

    Connected(Channel channel, EventLoopGroup group) {
      this.channel = channel;
      this.group = new Group(group);
    }

    @Override
    public void close() {
      if (channel.isOpen()) {
        channel.close().syncUninterruptibly();
      }
      group.close();
    }
  }
}
