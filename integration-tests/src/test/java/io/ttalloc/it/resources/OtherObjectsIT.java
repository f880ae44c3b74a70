package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.CharArrayReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests JDK resources that are created and closed by methods of other objects. Their classes are
 * loaded before the agent, so they have no injected field.
 */
@Variant
class OtherObjectsIT {
  private static final String SOCKETS =
      """
        - class: java.net.ServerSocket
          type: accepted socket
          open: [{method: accept, resource: result}]
          label: getLocalPort()
          bytes: this.getLocalPort()
        - class: java.net.Socket
          subtypes: true
          type: accepted socket
          close: [close]
          unknown-close: ignore
      """;

  private static final String MADE_SOCKETS =
      """
        - {class: java.net.Socket, subtypes: true, type: socket, open: [<init>], close: [close]}
        - class: java.net.ServerSocket
          type: accepted socket
          open: [{method: accept, resource: result}]
          label: getLocalPort()
      """;

  private static final String FOLDERS =
      """
        - class: java.nio.file.Files
          type: listing
          open: [list, walk]
          label: $0
        - class: java.util.stream.AbstractPipeline
          type: listing
          close: [{method: close, resource: sourceStage}]
          unknown-close: ignore
        - class: java.nio.file.Files
          type: folder
          open: [newDirectoryStream(Path)]
        - class: java.nio.file.DirectoryStream
          subtypes: true
          type: folder
          close: [close]
          unknown-close: ignore
      """;

  private static final String DIRECT_BUFFERS =
      """
        - class: java.nio.ByteBuffer
          type: direct buffer
          open: [allocateDirect]
          bytes: capacity()
        - class: sun.misc.Unsafe
          type: direct buffer
          close: [{method: invokeCleaner, resource: $0}]
      """;

  private static final String READERS =
      """
        - class: java.io.Reader
          subtypes: true
          exclude: [java.io.StringReader, java.io.Reader$1, java.io.Reader$2, java.io.BufferedReader]
          optional: [release]
          type: %s
          open: [<init>]
          close: [close, release]
          when: jdk %s 21
      """;

  @TempDir private Path folder;

  @EveryJdk
  void resourcesOfTheJdkAreFoundOnEveryJdk(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(
                SOCKETS
                    + DIRECT_BUFFERS
                    + READERS.formatted("reader", "<")
                    + READERS.formatted("newer reader", ">="));

    JvmResult result =
        tracked.on(jdk).main(InTurn.class, "accepts", "frees", "reads").run().expectSuccess();

    JsonReport json = tracked.json();
    assertAnAcceptedSocketIsOpenUntilItIsClosed(json, result.out().strip());
    assertADirectBufferIsFreedByAMethodOfAnotherClass(json);
    assertClassesAreLeftOutAndRulesAreForVersionsOfTheJdk(json, jdk, result.err());
    // Three accepted sockets, three buffers and two readers.
    assertThat(json.total("opened")).as(result.err()).isEqualTo(3 + 3 + 2);
    assertThat(json.total("closed")).isEqualTo(2 + 1 + 1);
    assertThat(json.misuse()).isEmpty();
  }

  private static void assertAnAcceptedSocketIsOpenUntilItIsClosed(JsonReport json, String port) {
    JsonObject finding = json.findings("accepted socket").get(0);
    assertThat(finding.get("verdict").getAsString()).isEqualTo("LEFT_OPEN");
    assertThat(JsonReport.texts(finding, "labels")).containsExactly(port);
    assertThat(finding.get("bytes").getAsString()).isEqualTo(port);
    assertThat(JsonReport.frames(finding, "openedBy").get(0)).contains("ServerSocket.accept");
  }

  private static void assertClassesAreLeftOutAndRulesAreForVersionsOfTheJdk(
      JsonReport json, Jdk jdk, String err) {
    // Later JDKs warn that the method that frees a buffer will be removed in a future release.
    assertThat(err.lines().filter(line -> !line.startsWith("WARNING: ")))
        .noneMatch(line -> line.contains("release") || line.contains("StringReader"));
    String type = jdk.major() < 21 ? "reader" : "newer reader";
    assertThat(json.findings(type)).as(err).hasSize(1);
  }

  private static void assertADirectBufferIsFreedByAMethodOfAnotherClass(JsonReport json) {
    assertThat(json.findings("direct buffer"))
        .extracting(finding -> finding.get("bytes").getAsLong())
        .containsExactlyInAnyOrder(10_007L, 30_013L);
    assertThat(json.findings("direct buffer"))
        .extracting(finding -> finding.get("verdict").getAsString())
        .containsExactlyInAnyOrder("LEFT_OPEN", "LOST");
  }

  @OneJdk
  void aSocketOfAConstructorIsAcceptedOnceAndAListingIsClosedByEveryStreamMadeFromIt(Jdk jdk)
      throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(MADE_SOCKETS + FOLDERS);

    JvmResult result = tracked.on(jdk).main(InTurn.class, "accepts", "lists").run().expectSuccess();

    List<String> said = result.out().lines().toList();
    JsonReport json = tracked.json();
    // Three sockets that connect, and three that are accepted; three listings, each with a folder,
    // and two folders.
    assertThat(json.total("opened")).as(result.err()).isEqualTo(6 + 6 + 2);
    assertThat(json.total("closed")).isEqualTo(5 + 4 + 1);
    assertThat(JsonReport.texts(json.findings("socket").get(0), "labels"))
        .containsExactly(said.get(0));
    assertThat(json.findings("listing")).as(result.err()).hasSize(1);
    JsonObject listing = json.findings("listing").get(0);
    assertThat(listing.get("count").getAsInt()).isEqualTo(1);
    assertThat(JsonReport.texts(listing, "labels")).containsExactly(said.get(1));
    assertThat(json.findings("folder")).hasSize(2);
    assertThat(json.misuse()).isEmpty();
  }

  @OneJdk
  void thePolicyOfItsRuleMakesABufferNoLeak(Jdk jdk) throws Exception {
    String policy = "allocateDirect]\n    policy: {LOST: ignore, LEFT_OPEN: warning}";
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(DIRECT_BUFFERS.replace("allocateDirect]", policy))
            .option("fail-on=leak");

    JvmResult result = tracked.on(jdk).main(Frees.class).run().expectSuccess();

    // On JDK 25, a warning about the method that frees the buffer comes first.
    assertThat(result.err()).contains("tt-alloc: NO LEAK. ");
    assertThat(tracked.json().findings("direct buffer"))
        .extracting(finding -> finding.get("verdict").getAsString())
        .containsExactlyInAnyOrder("LEFT_OPEN", "LOST");
    assertThat(tracked.json().findings("direct buffer"))
        .noneMatch(finding -> finding.get("leak").getAsBoolean());
  }

  /** Runs the programs below that the arguments name, in the order of the arguments. */
  static final class InTurn {
    private InTurn() {}

    public static void main(String[] args) throws Exception {
      for (String each : args) {
        switch (each) {
          case "accepts" -> Accepts.main(args);
          case "lists" -> Lists.main(args);
          case "frees" -> Frees.main(args);
          case "reads" -> Reads.main(args);
          default -> throw new IllegalArgumentException(each);
        }
      }
    }
  }

  /** Accepts three sockets and leaves one open. */
  static final class Accepts {
    static final List<Socket> KEPT = new ArrayList<>();

    private Accepts() {}

    public static void main(String[] args) throws IOException {
      InetAddress here = InetAddress.getLoopbackAddress();
      try (ServerSocket server = new ServerSocket(0, 5, here)) {
        for (int i = 0; i < 3; i++) {
          try (Socket ignored = new Socket(here, server.getLocalPort())) {
            Socket accepted = server.accept();
            if (i == 1) {
              KEPT.add(accepted);
            } else {
              accepted.close();
              accepted.close();
            }
          }
        }
        System.out.println(server.getLocalPort());
      }
    }
  }

  /** Lists folders, and leaves one listing and one folder open. */
  static final class Lists {
    static final List<Object> KEPT = new ArrayList<>();

    private Lists() {}

    @SuppressWarnings("StreamResourceLeak") // one of them must leak
    public static void main(String[] args) throws IOException {
      Path home = Path.of(System.getProperty("java.home"));
      try (Stream<Path> listing = Files.list(home)) {
        long unused = listing.count();
      }
      try (Stream<String> names = Files.list(home).filter(Files::isDirectory).map(Path::toString)) {
        long unused = names.count();
      }
      KEPT.add(Files.list(home).map(Path::toString));
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(home)) {
        entries.iterator().next();
      }
      KEPT.add(Files.newDirectoryStream(home));
      try (Stream<Integer> unknown = Stream.of(1)) {
        long unused = unknown.count();
      }
      System.out.println(home);
    }
  }

  /** Frees one of three buffers, and drops another. */
  static final class Frees {
    static final List<ByteBuffer> KEPT = new ArrayList<>();

    private Frees() {}

    public static void main(String[] args) throws ReflectiveOperationException {
      Class<?> unsafe = Class.forName("sun.misc.Unsafe");
      var field = unsafe.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      KEPT.add(ByteBuffer.allocateDirect(10_007));
      drop();
      ByteBuffer freed = ByteBuffer.allocateDirect(20_011);
      unsafe.getMethod("invokeCleaner", ByteBuffer.class).invoke(field.get(null), freed);
    }

    private static void drop() {
      ByteBuffer ignored = ByteBuffer.allocateDirect(30_013);
    }
  }

  /** Leaves two readers open: one that the rule tracks, and one that the rule excludes. */
  static final class Reads {
    static final List<Reader> KEPT = new ArrayList<>();

    private Reads() {}

    public static void main(String[] args) throws IOException {
      KEPT.add(new StringReader("text"));
      try (Reader text = new StringReader("text")) {
        text.read();
      }
      try (Reader characters = new CharArrayReader(new char[] {'a'})) {
        characters.read();
      }
      KEPT.add(
          new Reader() {
            @Override
            public int read(char[] into, int offset, int length) {
              return -1;
            }

            @Override
            public void close() {}
          });
    }
  }
}
