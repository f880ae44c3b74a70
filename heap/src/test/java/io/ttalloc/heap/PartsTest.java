package io.ttalloc.heap;

import static io.ttalloc.heap.DumpBuilder.THREAD_SERIAL;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.Reach;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a connection whose statement is in a map and refers to the connection. */
class PartsTest {
  private static final int JNI_GLOBAL = 1;
  private static final int FRAME = 3;
  private static final long CONNECTION = 0x400;
  private static final long STATEMENT = 0x410;
  private static final long OTHER = 0x420;
  private static final long OF_CONNECTION = 0x500;
  private static final int CONNECTION_SLOT = 3;
  private static final int STATEMENT_SLOT = 4;
  private static final int OTHER_SLOT = 5;

  @TempDir private Path folder;

  private HeldResource of(DumpBuilder dump, int slot) throws IOException {
    Path file = folder.resolve("built.hprof");
    Files.write(file, dump.bytes());
    HeapReport report = HeapDumpReader.read(file);
    return report.resources().stream().filter(r -> r.slot() == slot).findFirst().orElseThrow();
  }

  private static DumpBuilder keptStatement() throws IOException {
    return new DumpBuilder(8)
        .withClasses()
        .thread()
        .resource(OF_CONNECTION, CONNECTION_SLOT, CONNECTION)
        .part(0x510, STATEMENT_SLOT, STATEMENT, OF_CONNECTION)
        .node(CONNECTION, 0)
        .array(STATEMENT, CONNECTION, OTHER)
        .root(JNI_GLOBAL, STATEMENT, 0, 0);
  }

  private static PathRoot.Kind root(HeldResource held) {
    return requireNonNull(held.path()).root().kind();
  }

  @Test
  void aKeptPartDoesNotKeepTheWholeThatAVariableHas() throws IOException {
    DumpBuilder dump = keptStatement().node(OTHER, 0).root(FRAME, CONNECTION, THREAD_SERIAL, 0);

    HeldResource connection = of(dump, CONNECTION_SLOT);

    assertThat(connection.reach()).isEqualTo(Reach.FRAMES);
    assertThat(connection.lasts()).isFalse();
    assertThat(root(connection)).isEqualTo(PathRoot.Kind.JAVA_LOCAL);
    assertThat(of(dump, STATEMENT_SLOT).reach()).isEqualTo(Reach.STRUCTURE);
    assertThat(of(dump, STATEMENT_SLOT).lasts()).isTrue();
  }

  @Test
  void aWholeThatIsKeptItselfIsKept() throws IOException {
    DumpBuilder dump =
        keptStatement()
            .node(OTHER, 0)
            .root(FRAME, CONNECTION, THREAD_SERIAL, 0)
            .node(0x600, CONNECTION)
            .root(JNI_GLOBAL, 0x600, 0, 0);

    HeldResource connection = of(dump, CONNECTION_SLOT);

    assertThat(connection.reach()).isEqualTo(Reach.STRUCTURE);
    assertThat(connection.lasts()).isTrue();
  }

  @Test
  void aKeptPartIsThePathToAWholeThatNothingElseHas() throws IOException {
    HeldResource connection = of(keptStatement().node(OTHER, 0), CONNECTION_SLOT);

    assertThat(connection.reach()).isEqualTo(Reach.STRUCTURE);
    assertThat(root(connection)).isEqualTo(PathRoot.Kind.JNI_GLOBAL);
    assertThat(requireNonNull(connection.path()).links()).hasSize(1);
  }

  @Test
  void aKeptPartKeepsWhatIsNotItsWhole() throws IOException {
    DumpBuilder dump =
        keptStatement()
            .resource(0x520, OTHER_SLOT, OTHER)
            .node(OTHER, 0)
            .root(FRAME, OTHER, THREAD_SERIAL, 0);

    assertThat(of(dump, OTHER_SLOT).reach()).isEqualTo(Reach.STRUCTURE);
    assertThat(of(dump, OTHER_SLOT).lasts()).isTrue();
  }
}
