package io.ttalloc.it.loading;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.testing.Variant;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.Timer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.io.TempDir;

/** Tests rules for JDK classes that hooks use, and for classes that are closely related to them. */
class JdkClassesIT {
  private static final String RULES =
      """
        - {class: java.util.Timer, type: timer, open: [<init>], close: [cancel]}
        - {class: java.util.Scanner, type: scanner, open: [<init>], close: [close]}
        - {class: java.lang.ref.Cleaner, type: cleaner, open: [create]}
        - class: java.util.concurrent.ThreadPoolExecutor
          type: executor
          open: [<init>]
          close: [shutdown]
        - class: java.nio.DirectByteBuffer
          type: direct buffer
          open: [<init>(int)]
          use: [get, getLong, put, putLong, slice, duplicate, address]
      """;

  private static final String EVERYTHING =
      """
        - class: java.lang.AutoCloseable
          subtypes: true
          type: closeable
          open: [<init>]
          close: [close]
      """;

  @TempDir private Path folder;

  @EveryJdk
  void canBeTracked(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    tracked.on(jdk).main(Program.class).run().expectSuccess();

    JsonReport json = tracked.json();
    for (String type : List.of("timer", "scanner", "executor", "cleaner", "direct buffer")) {
      assertThat(json.findings(type)).as(type).hasSize(1);
      assertThat(json.findings(type).get(0).get("count").getAsInt()).as(type).isEqualTo(2);
    }
    assertThat(json.lastingReasons())
        .containsExactly("closes of cleaner, direct buffer cannot be seen for at least one class");
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  /** A rule may name a class that is never woven, because the rule also applies to its subtypes. */
  @Variant
  @EveryJdk
  void mayBeTrackedAllAtOnce(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(EVERYTHING);

    String err = tracked.on(jdk).main(Program.class).run().expectSuccess().err();

    assertThat(err).doesNotContain("could not be woven").doesNotContain("could not be recorded");
    assertThat(tracked.json().findings().toString()).contains("\"class\":\"java.util.Scanner\"");
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  /** Opens two resources of each kind and keeps them open. */
  static final class Program {
    private static final List<Object> KEPT = new ArrayList<>();

    private Program() {}

    public static void main(String[] args) {
      for (int i = 0; i < 2; i++) {
        KEPT.add(new Timer(true));
        KEPT.add(new Scanner("text"));
        KEPT.add(Cleaner.create());
        ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        buffer.putLong(0, 7 + buffer.getLong(8));
        KEPT.add(buffer);
        KEPT.add(pool());
      }
      new Timer(true).cancel();
      new Scanner("text").close();
      pool().shutdown();
    }

    private static ExecutorService pool() {
      return Executors.newFixedThreadPool(1);
    }
  }
}
