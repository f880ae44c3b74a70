package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.Pack;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The library packs, in the order of docs/measurements/library-packs.md. */
final class LibraryPacks {
  /**
   * JVM flags that open the packages of the JDK whose buffer classes lmdbjava and Arrow access by
   * reflection.
   */
  static final List<String> OPEN_NIO =
      List.of(
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

  /** JVM flags for programs that use Arrow with memory that Arrow allocates itself. */
  static final List<String> OF_ARROW =
      Stream.concat(OPEN_NIO.stream(), Stream.of("-Darrow.allocation.manager.type=Unsafe"))
          .toList();

  /** All packs under test. Only these packs have rows in docs/measurements/library-packs.md. */
  static final List<Pack> ALL =
      List.of(
          new Pack("rocksdb", Set.of(), List.of(RocksWays.class)),
          new Pack("lmdb", Set.of(), List.of(LmdbWays.class), OPEN_NIO),
          new Pack("javacpp", Set.of("allocated memory"), List.of(JavacppWays.class)),
          new Pack("arrow", Set.of("arrow allocator"), List.of(ArrowWays.class), OF_ARROW),
          new Pack("onnxruntime", Set.of(), List.of(OnnxWays.class)),
          new Pack("netty", Set.of(), List.of(NettyBufferWays.class, NettyChannelWays.class)),
          new Pack(
              "jdbc", Set.of(), List.of(JdbcWays.class, PoolWays.class, HibernateQueryWays.class)),
          new Pack("spring", Set.of(), List.of(SpringWays.class)),
          new Pack("http-clients", Set.of(), List.of(OkHttpWays.class, ApacheHttpWays.class)),
          new Pack("lucene", Set.of(), List.of(LuceneWays.class)),
          new Pack("kafka", Set.of("kafka admin client"), List.of(KafkaWays.class)),
          new Pack("grpc", Set.of("grpc server"), List.of(GrpcWays.class)),
          new Pack(
              "commons-pool2",
              Set.of("borrowed object", "object pool"),
              List.of(CommonsPoolWays.class)),
          new Pack(
              "ssh",
              Set.of("ssh session", "ssh channel"),
              List.of(JschWays.class, MinaSshdWays.class, SshjWays.class)),
          new Pack(
              "zookeeper",
              Set.of("curator client", "curator recipe"),
              List.of(ZookeeperWays.class)),
          new Pack("pdfbox", Set.of(), List.of(PdfboxWays.class)),
          new Pack("poi", Set.of(), List.of(PoiWays.class)),
          new Pack("rabbitmq", Set.of("amqp connection"), List.of(RabbitmqWays.class)),
          new Pack("mongodb", Set.of(), List.of(MongodbWays.class)),
          new Pack("hibernate", Set.of("hibernate session factory"), List.of(HibernateWays.class)),
          new Pack("quartz", Set.of("scheduler"), List.of(QuartzWays.class)));

  private LibraryPacks() {}

  /** The packs named by {@code -Dtest.libraryPacks=NAME,...}; by default all. */
  static List<Pack> chosen() {
    String names = System.getProperty("test.libraryPacks");
    return names == null
        ? ALL
        : ALL.stream().filter(pack -> List.of(names.split(",")).contains(pack.name())).toList();
  }
}
