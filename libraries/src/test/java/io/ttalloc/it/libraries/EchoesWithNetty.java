package io.ttalloc.it.libraries;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A Netty server that echoes messages, and its client. The server and the client close and release
 * everything, unless an argument says otherwise.
 */
@SuppressWarnings({"deprecation", "FutureReturnValueIgnored"}) // as in 4.1; handlers get failures
final class EchoesWithNetty {
  static final int MESSAGES = 1_000;

  /** The argument that makes a handler leak one buffer. */
  static final String LEAK = "leak";

  static final int LEAKED_BYTES = 777;

  /** The argument that makes the program neither close channels nor shut down event loops. */
  static final String NOT_ENDED = "not-ended";

  private EchoesWithNetty() {}

  public static void main(String[] args) throws Exception {
    Set<String> faults = Set.of(args);
    EventLoopGroup accepting = new NioEventLoopGroup(1);
    EventLoopGroup working = new NioEventLoopGroup(2);
    Channel server = server(accepting, working, faults.contains(LEAK));
    CountDownLatch answers = new CountDownLatch(MESSAGES);
    Channel client =
        new Bootstrap()
            .group(working)
            .channel(NioSocketChannel.class)
            .handler(new Framed(() -> new Answers(answers)))
            .connect(server.localAddress())
            .sync()
            .channel();
    for (int i = 0; i < MESSAGES; i++) {
      client.writeAndFlush(client.alloc().buffer().writeInt(i));
    }
    answers.await();
    if (faults.contains(NOT_ENDED)) {
      exitAfter(Thread.currentThread());
      return;
    }
    client.close().sync();
    server.close().sync();
    // Without a quiet period, Netty 4.2 does not always close accepted channels.
    working.shutdownGracefully(50, 1_000, TimeUnit.MILLISECONDS).sync();
    accepting.shutdownGracefully(50, 1_000, TimeUnit.MILLISECONDS).sync();
  }

  /**
   * Exits on a separate thread after the given thread has ended, because objects on a thread's
   * stack count as in use.
   */
  private static void exitAfter(Thread last) {
    Runnable exit =
        () -> {
          try {
            last.join();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          System.exit(0);
        };
    new Thread(exit, "exit").start();
  }

  private static Channel server(EventLoopGroup accepting, EventLoopGroup working, boolean leaks)
      throws InterruptedException {
    return new ServerBootstrap()
        .group(accepting, working)
        .channel(NioServerSocketChannel.class)
        .childHandler(new Framed(() -> new Echo(leaks)))
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .sync()
        .channel();
  }

  /** Sends and receives length-prefixed messages. */
  private static final class Framed extends ChannelInitializer<SocketChannel> {
    private final Made made;

    Framed(Made made) {
      this.made = made;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      channel
          .pipeline()
          .addLast(
              new LengthFieldBasedFrameDecoder(100, 0, 4, 0, 4),
              new LengthFieldPrepender(4),
              made.handler());
    }
  }

  /** Creates the handler of a connection. */
  private interface Made {
    ChannelInboundHandlerAdapter handler();
  }

  private static final class Echo extends ChannelInboundHandlerAdapter {
    private boolean leaks;

    Echo(boolean leaks) {
      this.leaks = leaks;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (leaks) {
        leaks = false;
        leak(context);
      }
      context.writeAndFlush(message);
    }

    private static void leak(ChannelHandlerContext context) {
      context.alloc().buffer(LEAKED_BYTES).retain().release();
    }
  }

  private static final class Answers extends SimpleChannelInboundHandler<ByteBuf> {
    private final CountDownLatch answers;

    Answers(CountDownLatch answers) {
      this.answers = answers;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
      answers.countDown();
    }
  }
}
