package io.ttalloc.it.otheragents;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

@Variant
class OtherAgentsIT {

  private static final String RULES =
      """
        - class: io.ttalloc.it.otheragents.OtherAgentsIT$Cup
          type: cup
          open: [<init>]
          close: [close]
          bytes: size()
      """;

  @TempDir private Path folder;

  @OneJdk
  void anAgentInFrontMayTransformAWovenClassAgain(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).jvmFlags(otherAgent()).main(Pours.class).run();

    assertTrackedThroughout(result, tracked);
  }

  @OneJdk
  void anAgentBehindMayTransformAWovenClassAgain(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).jvmFlagsBehindAgent(otherAgent()).main(Pours.class).run();

    assertTrackedThroughout(result, tracked);
  }

  private String otherAgent() throws Exception {
    return "-javaagent:" + RetransformingAgent.jarIn(folder);
  }

  private static void assertTrackedThroughout(JvmResult result, TrackedRun tracked)
      throws Exception {
    assertThat(result.expectSuccess().out()).isEqualTo("rewritten 4 times, 30 cups\n");
    JsonReport json = tracked.json();
    assertThat(json.total("opened")).isEqualTo(30);
    assertThat(json.total("closed")).isEqualTo(27);
    assertThat(json.findings()).hasSize(1);
    JsonObject finding = json.findings().get(0);
    assertThat(finding.get("count").getAsInt()).isEqualTo(3);
    assertThat(JsonReport.frames(finding, "openedBy"))
        .as("stacks from before and after")
        .first()
        .asString()
        .matches("OtherAgentsIT\\$Cup\\.<init>\\(OtherAgentsIT\\.java:\\d+\\)");
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  /** A class that no rule names; its close method is woven into the subclass {@link Cup}. */
  static class Vessel implements AutoCloseable {
    int size = 2;

    @Override
    public void close() {
      size = 0;
    }
  }

  /** The tracked class. */
  static final class Cup extends Vessel {

    int size() {
      return size;
    }
  }

  /** Three times, opens ten cups, retransforms their class, and closes nine of the cups. */
  static final class Pours {
    private Pours() {}

    public static void main(String[] args) {
      List<Cup> all = new ArrayList<>();
      for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 10; i++) {
          all.add(new Cup());
        }
        RetransformingAgent.retransform(Cup.class);
        for (Cup cup : all.subList(10 * round, 10 * round + 9)) {
          cup.close();
        }
      }
      System.out.println(
          "rewritten %d times, %d cups".formatted(RetransformingAgent.rewritten(), all.size()));
    }
  }
}
