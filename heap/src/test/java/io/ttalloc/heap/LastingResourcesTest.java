package io.ttalloc.heap;

import static io.ttalloc.heap.DumpBuilder.OBJECT_CLASS;
import static io.ttalloc.heap.DumpBuilder.THREAD_SERIAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.heap.report.HeapReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests whether a resource used by a running method would stay reachable without that method. */
class LastingResourcesTest {
  private static final int FRAME = 3;
  private static final int JNI_GLOBAL = 1;
  private static final int RUNNING_THREAD = 8;
  private static final long TARGET = 0x400;
  private static final long HOLDER = 0x410;
  private static final long WORKER_CLASS = 0x420;
  private static final long WORKER = 0x430;

  @TempDir private Path folder;

  private HeapReport read(DumpBuilder dump) throws IOException {
    Path file = folder.resolve("built.hprof");
    Files.write(file, dump.bytes());
    return HeapDumpReader.read(file);
  }

  private static DumpBuilder dump() throws IOException {
    return new DumpBuilder(8)
        .withClasses()
        .thread()
        .resource(0x500, 3, TARGET)
        .node(TARGET, 0)
        .node(HOLDER, TARGET);
  }

  private static DumpBuilder inVariable(DumpBuilder dump, long object) throws IOException {
    return dump.root(FRAME, object, THREAD_SERIAL, 0);
  }

  private boolean lasts(DumpBuilder dump) throws IOException {
    return read(dump).resources().get(0).lasts();
  }

  @Test
  void doesNotIfOnlyRunningMethodsReferToIt() throws IOException {
    assertThat(lasts(inVariable(dump(), TARGET))).isFalse();
    assertThat(lasts(inVariable(dump(), HOLDER))).isFalse();
    assertThat(lasts(inVariable(dump().array(0x600, 0, HOLDER), 0x600))).isFalse();
  }

  @Test
  void doesIfSomethingElseRefersToItToo() throws IOException {
    assertThat(lasts(inVariable(dump(), HOLDER).root(JNI_GLOBAL, HOLDER, 0, 0))).isTrue();
    assertThat(lasts(inVariable(dump(), HOLDER).root(JNI_GLOBAL, TARGET, 0, 0))).isTrue();
  }

  private static DumpBuilder worker(String field) throws IOException {
    return dump()
        .type(WORKER_CLASS, "com/acme/Worker", OBJECT_CLASS, field)
        .node(WORKER, WORKER_CLASS, HOLDER)
        .root(RUNNING_THREAD, WORKER, 8, 5);
  }

  @Test
  void doesNotIfTheTaskOfAThreadRefersToItUnlessTheThreadOutlivesThat() throws IOException {
    assertThat(lasts(inVariable(worker("2task"), HOLDER))).isFalse();
    // A long-lived object refers to the thread, as in a pool.
    DumpBuilder pooled = worker("2task").array(0x600, WORKER).root(JNI_GLOBAL, 0x600, 0, 0);
    assertThat(lasts(inVariable(pooled, HOLDER))).isFalse();
    assertThat(lasts(inVariable(worker("2threadLocals"), HOLDER))).isTrue();
    assertThat(lasts(inVariable(worker("2contextClassLoader"), HOLDER))).isTrue();
  }
}
