package io.ttalloc.it.libraries;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Ways to open gRPC channels and servers: on Netty, on gRPC's shaded Netty, and in process. */
public final class GrpcWays implements Ways {
  private static final String NAME = "name";
  private static final MethodDescriptor<byte[], byte[]> ECHO =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodType.UNARY)
          .setFullMethodName("test.Echo/echo")
          .setRequestMarshaller(new Bytes())
          .setResponseMarshaller(new Bytes())
          .build();

  private static final List<Way> ALL =
      List.of(
          way(
              "NettyChannelBuilder.build()",
              1,
              place -> closing(NettyChannelBuilder.forAddress("127.0.0.1", 1).build())),
          way(
              "NettyChannelBuilder.build(), used",
              1,
              place ->
                  closing(
                      used(
                          NettyChannelBuilder.forAddress("127.0.0.1", Servers.NETTY.getPort())
                              .usePlaintext()))),
          way(
              "NettyChannelBuilder.build(), refused",
              1,
              place ->
                  closing(refused(NettyChannelBuilder.forAddress("127.0.0.1", 1).usePlaintext()))),
          way(
              "NettyChannelBuilder.build() of grpc-netty-shaded, used",
              1,
              place ->
                  closing(
                      used(
                          io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder.forAddress(
                                  "127.0.0.1", Servers.SHADED.getPort())
                              .usePlaintext()))),
          way(
              "InProcessChannelBuilder.build(), used",
              1,
              place -> closing(used(InProcessChannelBuilder.forName(NAME)))),
          way(
              "ManagedChannelBuilder.build(), used and shut down",
              0,
              place -> {
                ManagedChannel channel =
                    used(
                        ManagedChannelBuilder.forAddress("127.0.0.1", Servers.NETTY.getPort())
                            .usePlaintext());
                closing(channel).close();
                return Way.nothingOpen(channel);
              }),
          server(
              "NettyServerBuilder.build().start()",
              place -> closing(NettyServerBuilder.forPort(0).build().start())),
          server(
              "NettyServerBuilder.build().start() of grpc-netty-shaded, called",
              place -> {
                Server server =
                    echoing(io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder.forPort(0))
                        .start();
                closing(
                        used(
                            NettyChannelBuilder.forAddress("127.0.0.1", server.getPort())
                                .usePlaintext()))
                    .close();
                return closing(server);
              }),
          Way.way(
                  "NettyServerBuilder.build()",
                  "grpc server",
                  place -> closing(NettyServerBuilder.forPort(0).build()))
              .resources(0));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, int channels, Opening opening) {
    return Way.way(code, "grpc channel", opening).resources(channels);
  }

  private static Way server(String code, Opening opening) {
    return Way.way(code, "grpc server", opening);
  }

  private static ManagedChannel used(ManagedChannelBuilder<?> builder) {
    if (Servers.IN_PROCESS.isShutdown()) {
      throw new AssertionError();
    }
    ManagedChannel channel = builder.build();
    byte[] sent = {1, 2};
    byte[] got = ClientCalls.blockingUnaryCall(channel, ECHO, CallOptions.DEFAULT, sent);
    if (got.length != sent.length) {
      throw new AssertionError(got.length);
    }
    return channel;
  }

  private static ManagedChannel refused(ManagedChannelBuilder<?> builder) {
    ManagedChannel channel = builder.build();
    try {
      byte[] got = ClientCalls.blockingUnaryCall(channel, ECHO, CallOptions.DEFAULT, new byte[0]);
      throw new AssertionError(got.length);
    } catch (StatusRuntimeException expected) {
      return channel;
    }
  }

  private static AutoCloseable closing(ManagedChannel channel) {
    return () -> ended(channel.shutdownNow().awaitTermination(10, SECONDS));
  }

  private static AutoCloseable closing(Server server) {
    return () -> {
      server.shutdownNow();
      ended(server.isTerminated() || server.awaitTermination(10, SECONDS));
    };
  }

  private static void ended(boolean ended) {
    if (!ended) {
      throw new AssertionError("does not end");
    }
  }

  private static Server echoing(ServerBuilder<?> builder) {
    return builder
        .addService(
            ServerServiceDefinition.builder("test.Echo")
                .addMethod(
                    ECHO,
                    ServerCalls.asyncUnaryCall(
                        (request, answer) -> {
                          answer.onNext(request);
                          answer.onCompleted();
                        }))
                .build())
        .build();
  }

  /** The servers, which are created on first use and stay open until the program ends. */
  private static final class Servers {
    static final Server NETTY;
    static final Server SHADED;
    static final Server IN_PROCESS;

    static {
      try {
        NETTY = echoing(NettyServerBuilder.forPort(0)).start();
        SHADED = echoing(io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder.forPort(0)).start();
        IN_PROCESS = echoing(InProcessServerBuilder.forName(NAME)).start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A marshaller that sends bytes unchanged. */
  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] bytes) {
      return new ByteArrayInputStream(bytes);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
