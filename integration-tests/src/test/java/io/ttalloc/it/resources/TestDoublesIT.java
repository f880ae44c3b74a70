package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;
import org.objenesis.ObjenesisStd;

/** Tests objects that no constructor has created: spies, mocks, clones and deserialized objects. */
@Variant
class TestDoublesIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.resources.TestDoublesIT$Door
          type: door
          open: [<init>]
          close: [close]
          idempotent: false
        - class: io.ttalloc.it.resources.TestDoublesIT$Gate
          type: gate
          open: [create]
          close: [close]
          idempotent: false
      """;

  @TempDir private Path folder;

  @OneJdk
  void testDoublesAreNeitherUnknownNorLeaks(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    assertAllKnownAndSpiesTakeThePlace(tracked, behind(tracked.on(jdk)));
  }

  @OneJdk
  void norAreTheyIfMockitoAttachesItself(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    assertAllKnownAndSpiesTakeThePlace(tracked, withMockito(tracked.on(jdk)));
  }

  private static void assertAllKnownAndSpiesTakeThePlace(TrackedRun tracked, TestJvm jvm)
      throws Exception {
    JvmResult result = jvm.main(All.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("kept, left open\n13 closes\n");
    // From JDK 21 on, a warning comes first if Mockito attaches itself.
    assertThat(result.err().lines().filter(line -> line.startsWith("tt-alloc: ")))
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith("tt-alloc: 1 LEAK: 1 open (1 gate), at ");
    // Of the four resources that ClosesAll opens, two are disowned; the closed total includes them.
    assertSpiesTakeThePlace(tracked, 5 + 4, 4 + 4, 4 + 2);
  }

  @OneJdk
  void whatASpyIsACopyOfIsNoLeakIfMockitoMakesSubclasses(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    Path plugin = folder.resolve("subclasses/mockito-extensions/org.mockito.plugins.MockMaker");
    Files.createDirectories(plugin.getParent());
    Files.writeString(plugin, "mock-maker-subclass");

    withMockito(tracked.on(jdk))
        .classPath(folder.resolve("subclasses"))
        .main(Spies.class)
        .run()
        .expectSuccess();

    assertSpiesTakeThePlace(tracked, 5, 4, 4);
  }

  private static void assertSpiesTakeThePlace(
      TrackedRun tracked, int opened, int closed, int disowned) throws Exception {
    JsonReport json = tracked.json();
    assertThat(json.misuse()).isEmpty();
    assertThat(json.total("opened")).isEqualTo(opened);
    assertThat(json.total("closed")).isEqualTo(closed);
    assertThat(json.total("disowned")).isEqualTo(disowned);
    assertThat(json.confidenceReasons()).isEmpty();
    assertThat(json.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.get("leak").getAsBoolean()).isTrue();
              assertThat(finding.get("type").getAsString()).isEqualTo("gate");
            });
  }

  /**
   * Adds Mockito as an agent, as its authors recommend; otherwise JVMs from JDK 21 on print a
   * warning.
   */
  private static TestJvm behind(TestJvm jvm) {
    return withMockito(jvm.jvmFlagsBehindAgent("-javaagent:" + TestJvm.locationOf(Mockito.class)));
  }

  private static TestJvm withMockito(TestJvm jvm) {
    // Mockito appends to the boot class path. A JVM with class data sharing would print a warning
    // about that.
    return jvm.jvmFlags("-Xshare:off")
        .classPath(
            TestJvm.locationOf(Mockito.class),
            TestJvm.locationOf(ByteBuddy.class),
            TestJvm.locationOf(ByteBuddyAgent.class),
            TestJvm.locationOf(ObjenesisStd.class));
  }

  /** Opened by its constructor. */
  static class Door implements AutoCloseable, Cloneable, Serializable {
    private static final long serialVersionUID = 1L;

    static int closes;

    final String name;

    Door(String name) {
      this.name = name;
    }

    Door copy() throws CloneNotSupportedException {
      return (Door) clone();
    }

    @Override
    public void close() {
      closes++;
    }
  }

  /** Opened by a method. */
  static class Gate implements AutoCloseable, Cloneable {
    final String name;

    Gate(String name) {
      this.name = name;
    }

    static Gate create(String name) {
      return new Gate(name);
    }

    Gate copy() throws CloneNotSupportedException {
      return (Gate) clone();
    }

    @Override
    public void close() {
      Door.closes++;
    }
  }

  static final class All {
    private All() {}

    public static void main(String[] args) throws Exception {
      Spies.main(args);
      Door.closes = 0;
      ClosesAll.main(args);
    }
  }

  /** Opens four resources, and closes two of them and copies of the others. */
  static final class ClosesAll {
    private ClosesAll() {}

    public static void main(String[] args) throws Exception {
      Door door = new Door("door");
      Mockito.spy(door).close();
      Mockito.mock(Door.class, Mockito.CALLS_REAL_METHODS).close();
      new ObjenesisStd().newInstance(Door.class).close();
      door.copy().close();
      deserialized(door).close();
      door.close();
      door.copy().close();
      new Door("other").close();
      Gate gate = Gate.create("gate");
      Mockito.spy(gate).close();
      Mockito.mock(Gate.class, Mockito.CALLS_REAL_METHODS).close();
      gate.copy().close();
      gate.close();
      Gate.create("other").close();
      System.out.println(Door.closes + " closes");
    }

    private static Door deserialized(Door door) throws IOException, ClassNotFoundException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(door);
      }
      try (ObjectInputStream in =
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
        return (Door) in.readObject();
      }
    }
  }

  /** Opens five resources, spies on four, and closes the spies of three. */
  static final class Spies {
    private static final Door DOOR = Mockito.spy(new Door("kept"));
    private static final Gate LEFT_OPEN = Gate.create("left open");

    private Spies() {}

    public static void main(String[] args) {
      Mockito.mock(Gate.class).close();
      DOOR.close();
      Mockito.spy(new Door("dropped")).close();
      Mockito.spy(Gate.create("dropped")).close();
      Door stubbed = Mockito.spy(new Door("stubbed"));
      Mockito.doNothing().when(stubbed).close();
      stubbed.close();
      System.out.println(DOOR.name + ", " + LEFT_OPEN.name);
    }
  }
}
