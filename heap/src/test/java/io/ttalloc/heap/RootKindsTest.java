package io.ttalloc.heap;

import static io.ttalloc.heap.DumpBuilder.THREAD_SERIAL;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.Reach;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests kinds of roots that a real JVM cannot be made to create, and unusual dumps. */
class RootKindsTest {
  private static final long TARGET = 0x400;
  private static final long HOLDER = 0x410;

  @TempDir private Path folder;

  private List<HeldResource> read(DumpBuilder dump) throws IOException {
    Path file = folder.resolve("built.hprof");
    Files.write(file, dump.bytes());
    HeapReport report = HeapDumpReader.read(file);
    return report.resources();
  }

  private HeldResource only(DumpBuilder dump) throws IOException {
    List<HeldResource> found = read(dump);
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static DumpBuilder dump() throws IOException {
    return new DumpBuilder(8)
        .withClasses()
        .thread()
        .resource(0x500, 3, TARGET)
        .node(TARGET, 0)
        .node(HOLDER, TARGET);
  }

  private void kept(DumpBuilder dump, Reach reach, String text) throws IOException {
    HeldResource held = only(dump);
    assertThat(String.join(" -> ", requireNonNull(held.path()).parts())).isEqualTo(text);
    assertThat(held.reach()).isEqualTo(reach);
  }

  @Test
  void aLockKeepsWhatIsLocked() throws IOException {
    kept(dump().root(7, HOLDER), Reach.STRUCTURE, "locked monitor -> Node.next");
  }

  @Test
  void theJvmKeepsObjects() throws IOException {
    kept(dump().root(0xFF, HOLDER), Reach.STRUCTURE, "JVM-internal reference -> Node.next");
    kept(dump().root(6, TARGET, 1), Reach.STRUCTURE, "JVM-internal reference");
  }

  @Test
  void aNativeMethodKeepsItsLocalReferences() throws IOException {
    kept(
        dump().root(2, HOLDER, THREAD_SERIAL, 0),
        Reach.FRAMES,
        "JNI local reference in com.acme.Node.call(Native Method) -> Node.next");
    kept(dump().root(4, HOLDER, THREAD_SERIAL), Reach.FRAMES, "JNI local reference -> Node.next");
  }

  @Test
  void aFrameThatTheDumpLacksIsLeftOut() throws IOException {
    kept(dump().root(3, TARGET, THREAD_SERIAL, 9), Reach.FRAMES, "local variable");
    kept(dump().root(3, TARGET, 99, 0), Reach.FRAMES, "local variable");
  }

  @Test
  void whatLastsIsPreferredToAShorterPathFromAFrame() throws IOException {
    kept(
        dump().root(3, TARGET, THREAD_SERIAL, 0).root(1, HOLDER, 0, 0),
        Reach.STRUCTURE,
        "JNI global reference -> Node.next");
  }

  @Test
  void theListOfPendingReferencesIsOnlyReportedIfNothingElseKeepsIt() throws IOException {
    kept(pending(), Reach.STRUCTURE, "JVM-internal reference -> Entry.value");
    kept(pending().root(1, HOLDER, 0, 0), Reach.STRUCTURE, "JNI global reference -> Node.next");
  }

  /** A dump whose list of pending references starts with an entry that refers to the resource. */
  private static DumpBuilder pending() throws IOException {
    long entryClass = 0x180;
    return dump()
        .type(entryClass, "com/acme/Entry", DumpBuilder.REFERENCE_CLASS, "2value")
        .pair(0x420, entryClass, TARGET, 0)
        .root(1, 0x420, 0, 0);
  }

  @Test
  void aLockIsOnlyReportedIfNothingElseKeepsIt() throws IOException {
    kept(
        dump().root(7, TARGET).root(1, HOLDER, 0, 0),
        Reach.STRUCTURE,
        "JNI global reference -> Node.next");
  }

  @Test
  void nothingKeepsWhatNoRootReaches() throws IOException {
    HeldResource held = only(dump());

    assertThat(held.reach()).isEqualTo(Reach.UNREACHABLE);
    assertThat(held.path()).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8})
  void readsIdsOfBothSizes(int idSize) throws IOException {
    kept(
        new DumpBuilder(idSize)
            .withClasses()
            .resource(0x500, 3, TARGET)
            .node(TARGET, 0)
            .node(HOLDER, TARGET)
            .array(0x600, 0, HOLDER)
            .root(5, 0x600),
        Reach.STRUCTURE,
        "class Object -> Object[1] -> Node.next");
  }

  @Test
  void countsBytesOfCyclesOnceAndWithoutOtherResources() throws IOException {
    List<HeldResource> found =
        read(
            new DumpBuilder(8)
                .withClasses()
                .resource(0x500, 1, 0x401)
                .resource(0x501, 2, 0x402)
                .node(0x401, 0x403)
                .node(0x402, 0x405)
                .array(0x403, 0x404, 0x402)
                .node(0x404, 0x403)
                .node(0x405, 0x405)
                .root(1, 0x401, 0, 0));

    // A node has 16 bytes, the array 24: the first resource retains two nodes and the array, the
    // second two nodes.
    assertThat(found).extracting(HeldResource::ownBytes).containsExactly(56L, 32L);
  }

  @Test
  void resourcesThatKeepEachOtherAreUnreachable() throws IOException {
    List<HeldResource> found =
        read(
            new DumpBuilder(8)
                .withClasses()
                .resource(0x500, 1, 0x401)
                .resource(0x501, 2, 0x402)
                .node(0x401, 0x402)
                .node(0x402, 0x401));

    assertThat(found).extracting(HeldResource::reach).containsOnly(Reach.UNREACHABLE);
    assertThat(found).extracting(HeldResource::ownBytes).containsExactly(16L, 16L);
  }

  @Test
  void ofRecordsWithTheSameIdTheFirstCounts() throws IOException {
    kept(
        dump().node(HOLDER, 0).root(1, HOLDER, 0, 0),
        Reach.STRUCTURE,
        "JNI global reference -> Node.next");
  }

  @Test
  void aReferenceToWhatTheDumpLacksLeadsNowhere() throws IOException {
    kept(
        dump().array(0x600, 0x777, 0, HOLDER, HOLDER).node(0x601, 0x778).root(1, 0x600, 0, 0),
        Reach.STRUCTURE,
        "JNI global reference -> Object[2] -> Node.next");
  }
}
