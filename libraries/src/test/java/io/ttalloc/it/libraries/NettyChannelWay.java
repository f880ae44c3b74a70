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
import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How Netty's channels, groups of event loops and timers are made. */
@SuppressWarnings({"ImmutableEnumChecker", "deprecation"}) // a record of constants; as in 4.1
enum NettyChannelWay implements Way {
  GROUP("new NioEventLoopGroup(int)", NettyChannelWay.EVENT_LOOPS) {
    @Override
    public AutoCloseable open(Path place) {
      return new Group(new NioEventLoopGroup(1));
    }
  },
  /** A thread-local value of its running thread keeps it when the program has dropped it. */
  RUNNING_GROUP("new NioEventLoopGroup(int), that has run a task", NettyChannelWay.EVENT_LOOPS) {
    @Override
    public AutoCloseable open(Path place) {
      EventLoopGroup group = new NioEventLoopGroup(1);
      group.submit(() -> {}).syncUninterruptibly();
      return new Group(group);
    }
  },
  LOCAL_GROUP("new DefaultEventLoopGroup(int)", NettyChannelWay.EVENT_LOOPS) {
    @Override
    public AutoCloseable open(Path place) {
      return new Group(new DefaultEventLoopGroup(1));
    }
  },
  EXECUTORS("new DefaultEventExecutorGroup(int)", NettyChannelWay.EVENT_LOOPS) {
    @Override
    public AutoCloseable open(Path place) {
      return new Group(new DefaultEventExecutorGroup(1));
    }
  },
  TIMER("new HashedWheelTimer()", "timer") {
    @Override
    public AutoCloseable open(Path place) {
      return new HashedWheelTimer()::stop;
    }
  },
  /** Only calls of its thread keep it then, and nothing tells whether they would close it. */
  RUNNING_TIMER("new HashedWheelTimer(), started", Judged.LEAK_WHILE_KEPT, "timer") {
    @Override
    public AutoCloseable open(Path place) {
      HashedWheelTimer timer = new HashedWheelTimer();
      timer.start();
      return timer::stop;
    }
  },
  UNREGISTERED("new NioSocketChannel()", NettyChannelWay.CHANNEL) {
    @Override
    public AutoCloseable open(Path place) {
      return new NioSocketChannel().unsafe()::closeForcibly;
    }
  },
  SERVER("ServerBootstrap.bind", NettyChannelWay.CHANNEL, NettyChannelWay.EVENT_LOOPS) {
    @Override
    public AutoCloseable open(Path place) {
      return server();
    }
  },
  DATAGRAM("Bootstrap.bind", NettyChannelWay.CHANNEL, NettyChannelWay.EVENT_LOOPS) {
    @Override
    public AutoCloseable open(Path place) {
      EventLoopGroup group = new NioEventLoopGroup(1);
      Bootstrap bootstrap =
          new Bootstrap()
              .group(group)
              .channel(NioDatagramChannel.class)
              .handler(new ChannelInboundHandlerAdapter());
      return new Connected(bootstrap.bind(ANY_PORT).syncUninterruptibly().channel(), group);
    }
  },
  /** A map of the static resolver of names keeps its group. */
  CLIENT("Bootstrap.connect", NettyChannelWay.CHANNEL, NettyChannelWay.EVENT_LOOPS) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      EventLoopGroup group = new NioEventLoopGroup(1);
      Channel channel =
          client(group).connect(PEER.getLocalSocketAddress()).syncUninterruptibly().channel();
      return new Connected(channel, group);
    }
  },
  REFUSED("Bootstrap.connect that is refused", NettyChannelWay.CHANNEL) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
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
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  GROUP_SHUT_DOWN("a channel whose group was shut down", NettyChannelWay.CHANNEL) {
    @Override
    public AutoCloseable open(Path place) {
      Connected server = server();
      server.group.close();
      return Way.nothingOpen(server);
    }

    @Override
    public int resources() {
      return 0;
    }
  };

  private static final String EVENT_LOOPS = "event loop group";
  private static final String CHANNEL = "channel";
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  /** Accepts nobody, and stays. */
  private static final ServerSocket PEER = peer();

  private final Facts facts;
  private final List<String> types;

  NettyChannelWay(String code, String... types) {
    this(code, Judged.LEAK, types);
  }

  NettyChannelWay(String code, Judged judged, String... types) {
    facts = new Facts(code, types[0], Place.NOTHING, judged);
    this.types = List.of(types);
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public List<String> types() {
    return types;
  }

  @Override
  public int resources() {
    return types.size();
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
   * Waits for the end of its threads, which close what the event loops have: without a quiet period
   * Netty 4.2 does not always come to it.
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
