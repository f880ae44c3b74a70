package io.ttalloc.agent.exit.frames;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.record.GuardRecord;
import io.ttalloc.ledger.record.LineRanges;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.standing.GuardedThread;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameGuardsTest {
  @TempDir private Path folder;

  /**
   * Returns the records that are made while a {@link GuardedThread} waits inside its try statement
   * and the given classes are loaded.
   */
  private List<GuardRecord> recorded(Class<?>... loaded) throws Exception {
    Instrumentation instrumentation =
        (Instrumentation)
            Proxy.newProxyInstance(
                FrameGuardsTest.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> loaded);
    Path file = Files.createFile(folder.resolve("a.ledger"));
    LedgerWriter writer =
        new LedgerWriter(file.toFile(), new LedgerHeader(1, 1, 1, 1, "", "", false, true), 0);
    GuardedThread thread = new GuardedThread();
    thread.begin();
    try {
      RunningFrames frames = new RunningFrames();
      frames.add(thread.getStackTrace());
      new FrameGuards(instrumentation).record(writer, frames, 60_000);
    } finally {
      thread.end();
    }
    writer.ended();
    return LedgerReader.read(file, Liveness.OWN_PROCESS).rows(GuardRecord.class);
  }

  @Test
  void recordsWhatTheCleanupOfAStandingFrameUses() throws Exception {
    List<GuardRecord> guards = recorded(GuardedThread.class, List.class);

    String name = GuardedThread.class.getName();
    int line = guards.get(0).line();
    assertThat(line).isPositive();
    // In order: the lists are created, the call waits, and the elements are closed.
    LineRanges lines =
        new LineRanges(
            List.of(
                new LineRanges.Range(line - 3, line - 2),
                new LineRanges.Range(line, line),
                new LineRanges.Range(line + 2, line + 3)));
    assertThat(guards)
        .contains(
            new GuardRecord(name, "run", line, "java.util.List", false, false, false, false, null),
            new GuardRecord(name, "run", line, name, true, true, false, false, lines),
            new GuardRecord(
                name,
                "run",
                line,
                "java.util.concurrent.CountDownLatch",
                false,
                true,
                false,
                false,
                lines));
    // The cleanup uses only the two lists, and no field of any other variable.
    assertThat(guards).filteredOn(guard -> !guard.each()).hasSize(2);
  }

  /** A cleanup may close an object of a subclass through a library type. */
  @Test
  void recordsTheLoadedClassesOfWhatTheCleanupClosesInALoop() throws Exception {
    List<GuardRecord> guards =
        recorded(
            GuardedThread.class,
            InputStream.class,
            FileInputStream.class,
            FileOutputStream.class,
            CountDownLatch.class,
            SubLatch.class);
    assertThat(guards)
        .filteredOn(GuardRecord::each)
        .extracting(GuardRecord::type)
        .containsOnlyOnce("java.io.InputStream", "java.io.FileInputStream")
        .doesNotContain("java.io.FileOutputStream", SubLatch.class.getName());
  }

  private static final class SubLatch extends CountDownLatch {
    SubLatch() {
      super(1);
    }
  }

  @Test
  void recordsNothingOfClassesThatAreNotLoadedOrHaveNoClassFile() throws Exception {
    assertThat(recorded(List.class, int[].class)).isEmpty();
  }
}
