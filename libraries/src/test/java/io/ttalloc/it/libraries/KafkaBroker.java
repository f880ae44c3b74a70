package io.ttalloc.it.libraries;

import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;

/**
 * A single Kafka broker that is its own controller, in a JVM without the agent. Closing this object
 * kills the process.
 */
final class KafkaBroker implements AutoCloseable {
  /**
   * The system property with the path of a file that contains the class path of a broker; set by
   * the build.
   */
  private static final String CLASS_PATH = "test.kafkaBroker";

  private final RunningJvm process;
  private final String address;

  private KafkaBroker(RunningJvm process, String address) {
    this.process = process;
    this.address = address;
  }

  /** Starts a broker with an empty log, and waits until it answers. */
  @SuppressWarnings("resource") // the caller closes it
  static KafkaBroker start(Path folder) throws Exception {
    List<Integer> ports = freePorts();
    String address = "127.0.0.1:" + ports.get(0);
    Path settings =
        Files.writeString(
            folder.resolve("server.properties"),
            """
            process.roles=broker,controller
            node.id=1
            controller.quorum.voters=1@127.0.0.1:%2$d
            listeners=PLAINTEXT://%1$s,CONTROLLER://127.0.0.1:%2$d
            controller.listener.names=CONTROLLER
            log.dirs=%3$s
            offsets.topic.num.partitions=1
            offsets.topic.replication.factor=1
            transaction.state.log.num.partitions=1
            transaction.state.log.replication.factor=1
            transaction.state.log.min.isr=1
            group.initial.rebalance.delay.ms=0
            """
                .formatted(address, ports.get(1), folder.resolve("log")));
    String file = settings.toString();
    Object unused =
        jvm()
            .main("kafka.tools.StorageTool", "format", "-t", "MkU3OEVBNTcwNTJENDM2Qk", "-c", file)
            .run()
            .expectSuccess();
    KafkaBroker started = new KafkaBroker(jvm().main("kafka.Kafka", file).start(), address);
    started.awaitAnswer();
    return started;
  }

  private static TestJvm jvm() throws IOException {
    Path classPath = Path.of(System.getProperty(CLASS_PATH));
    Path[] jars =
        Stream.of(Files.readString(classPath).strip().split(File.pathSeparator))
            .map(Path::of)
            .toArray(Path[]::new);
    return TestJvm.on(Jdks.ofThisBuild()).withoutAgent().classPath(jars);
  }

  /** Finds two ports that are currently free. */
  private static List<Integer> freePorts() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket one = new ServerSocket(0, 1, here);
        ServerSocket another = new ServerSocket(0, 1, here)) {
      return List.of(one.getLocalPort(), another.getLocalPort());
    }
  }

  private void awaitAnswer() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
      Object unused = admin.describeCluster().nodes().get();
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  /** The address for clients. */
  String address() {
    return address;
  }

  @Override
  public void close() {
    process.close();
  }
}
