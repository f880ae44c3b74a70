package io.ttalloc.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.heap.report.PooledValue;
import io.ttalloc.heap.report.PooledValues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which thread-local values of the scenes are told. */
class PooledValuesTest {
  private static final String USER = " io.ttalloc.heap.scene.Pools$User";

  /** What each collector and JDK must tell. */
  static final List<String> EXPECTED =
      List.of(
          "Pools.LEFT 2 x io.ttalloc.heap.scene.Pools$User in 2 [left-*]",
          "Pools.BYTES 1 x byte[] in 1 [others]",
          "Pools.CACHED 1 x io.ttalloc.heap.scene.Pools$User in 1 [cached]",
          "Pools.FORKED 1 x io.ttalloc.heap.scene.Pools$User in 1 [ForkJoinPool-N-worker-1]",
          "Pools.INHERITED 1 x io.ttalloc.heap.scene.Pools$User in 1 [others]",
          "Pools.SCHEDULED 1 x io.ttalloc.heap.scene.Pools$User in 1 [scheduled]",
          "Pools.USERS 1 x io.ttalloc.heap.scene.Pools$User[] in 1 [others]",
          "Pools$OwnVariable 1 x java.lang.String in 1 [others]",
          "Tasks.IN_POOL 1 x io.ttalloc.heap.scene.Conn in 1 [pool-7-thread-1]");

  /** What is told if the variable is not known to be collected. */
  static final String OF_LOST_VARIABLE =
      "java.lang.ThreadLocal 1 x io.ttalloc.heap.scene.Pools$User in 1 [others]";

  static List<String> told(Path dump) throws IOException {
    PooledValues values = HeapDumpReader.read(dump).pooledValues();
    assertThat(values.unlisted()).isZero();
    List<String> told = new ArrayList<>();
    for (PooledValue row : values.rows()) {
      if (!row.isCollected()) {
        told.add(
            "%s %d x %s in %d %s"
                .formatted(
                    row.variable().replace("io.ttalloc.heap.scene.", ""),
                    row.values(),
                    row.valueClass(),
                    row.threads(),
                    // JDK 25 counts the common pool as well.
                    row.threadNames().toString().replaceAll("Pool-\\d+-", "Pool-N-")));
      }
    }
    return told;
  }

  @Test
  void areThoseOfIdleThreadsOfPoolsThatAreNotTheJdksOwn() throws IOException {
    assertThat(told(SceneDump.file())).containsExactlyInAnyOrderElementsOf(EXPECTED);
  }

  @Test
  void aVariableThatWasCollectedIsToldAsSuch() throws IOException {
    List<PooledValue> collected =
        HeapDumpReader.read(SceneDump.file()).pooledValues().rows().stream()
            .filter(PooledValue::isCollected)
            .toList();

    assertThat(collected)
        .containsExactly(new PooledValue("", "", USER.strip(), 1, 1, List.of("others")));
    assertThat(collected.get(0).variable()).isEmpty();
  }
}
