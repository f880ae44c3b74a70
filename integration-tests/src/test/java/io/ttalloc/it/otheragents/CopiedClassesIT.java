package io.ttalloc.it.otheragents;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Agents;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;
import org.objenesis.Objenesis;

/**
 * Tests class files that are already woven, or that already have the members that weaving adds,
 * when the agent receives them.
 */
@Variant
class CopiedClassesIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.otheragents.CopiedClassesIT$Cup
          type: cup
          open: [<init>]
          close: [close]
          bytes: size()
          cycle: [wash]
      """;

  private static final List<Cup> KEPT = new ArrayList<>();

  @TempDir private Path folder;

  @OneJdk
  void whatIsWovenAlreadyIsNotWovenTwice(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    String other = "-javaagent:" + Agents.jarOf(folder, CopyingAgent.class);

    String out =
        tracked
            .on(jdk)
            .jvmFlags(other)
            .jvmFlagsBehindAgent(other)
            .main(Copies.class)
            .run()
            .expectSuccess()
            .out();

    assertThat(out).isEqualTo("field and method are there once\n");
    assertEachCountedOnce(tracked);
  }

  /**
   * If Mockito transforms the class first, it calls the constructor of each mock, with our advice
   * around the code that Mockito inserts. So the two mocks also count as opened and never closed.
   */
  @OneJdk
  void mockitoInFrontMayMockATrackedClass(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    String out = mocks(tracked.on(jdk).jvmFlags(mockito())).run().expectSuccess().out();

    assertThat(out).isEqualTo("a mock of size 7\n");
    assertCounted(tracked, 2);
  }

  @OneJdk
  void mockitoBehindMayMockATrackedClass(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    String out = mocks(tracked.on(jdk).jvmFlagsBehindAgent(mockito())).run().expectSuccess().out();

    assertThat(out).isEqualTo("a mock of size 7\n");
    assertEachCountedOnce(tracked);
  }

  private static String mockito() {
    return "-javaagent:" + TestJvm.locationOf(Mockito.class);
  }

  private static TestJvm mocks(TestJvm jvm) {
    return jvm.main(Mocks.class)
        .classPath(
            TestJvm.locationOf(Mockito.class),
            TestJvm.locationOf(ByteBuddy.class),
            TestJvm.locationOf(ByteBuddyAgent.class),
            TestJvm.locationOf(Objenesis.class));
  }

  private static void assertEachCountedOnce(TrackedRun tracked) throws Exception {
    assertCounted(tracked, 0);
  }

  private static void assertCounted(TrackedRun tracked, int mocks) throws Exception {
    JsonReport json = tracked.json();
    assertThat(json.total("opened")).isEqualTo(20 + mocks);
    assertThat(json.total("closed")).isEqualTo(18);
    Map<Boolean, Integer> counts = new HashMap<>();
    for (JsonObject finding : json.findings()) {
      boolean ofMocks = finding.get("openedBy").toString().contains("org.mockito.Mockito");
      counts.merge(ofMocks, finding.get("count").getAsInt(), Integer::sum);
    }
    assertThat(counts.getOrDefault(true, 0)).isEqualTo(mocks);
    assertThat(counts.getOrDefault(false, 0)).isEqualTo(2);
    assertThat(json.marks()).hasSize(2);
    assertThat(json.lastingReasons()).isEmpty();
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  /**
   * No rule names this class. The tracked subclass inherits its close method, so weaving adds an
   * overriding close method to the subclass.
   */
  static class Vessel implements AutoCloseable {
    int size = 2;

    @Override
    public void close() {
      size = 0;
    }
  }

  /** The tracked class. */
  static class Cup extends Vessel {

    int size() {
      return size;
    }

    void wash() {
      // Ends a cycle.
    }
  }

  /** Opens ten cups and closes nine. */
  private static void pour() {
    List<Cup> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(new Cup());
    }
    all.subList(0, 9).forEach(Cup::close);
    all.get(9).wash();
    KEPT.addAll(all);
  }

  /** Opens cups before and after the class is retransformed from the class file that was loaded. */
  static final class Copies {
    private Copies() {}

    public static void main(String[] args) throws Exception {
      // Read before the first object is opened: from then on the injected field is hidden.
      long fields =
          List.of(Cup.class.getDeclaredFields()).stream()
              .filter(field -> field.getName().equals("$ttAllocResource"))
              .count();
      for (int round = 0; round < 2; round++) {
        pour();
        CopyingAgent.retransform(Cup.class);
      }
      long methods =
          List.of(Cup.class.getDeclaredMethods()).stream()
              .filter(method -> method.getName().equals("close"))
              .count();
      System.out.println(
          fields == 1 && methods == 1
              ? "field and method are there once"
              : fields + " fields, " + methods + " methods");
    }
  }

  /** Opens cups before and after the class is mocked. */
  static final class Mocks {
    private Mocks() {}

    public static void main(String[] args) {
      int size = 0;
      for (int round = 0; round < 2; round++) {
        pour();
        Cup mock = Mockito.mock(Cup.class);
        Mockito.when(mock.size()).thenReturn(7);
        size = sizeOf(mock);
      }
      System.out.println("a mock of size " + size);
    }

    private static int sizeOf(Cup cup) {
      return cup.size();
    }
  }
}
