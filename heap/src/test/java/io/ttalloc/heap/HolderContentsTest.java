package io.ttalloc.heap;

import static io.ttalloc.heap.DumpBuilder.NODE_CLASS;
import static io.ttalloc.heap.DumpBuilder.OBJECT_CLASS;
import static io.ttalloc.heap.DumpBuilder.THREAD_SERIAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.heap.report.HeldBy;
import io.ttalloc.heap.report.HeldResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests holders whose contents, according to their rules, can be found only in the heap. */
class HolderContentsTest {
  private static final int JNI_GLOBAL = 1;
  private static final int FRAME = 3;
  private static final long CACHE_CLASS = 0x1A0;
  private static final long ENTRY_CLASS = 0x1B0;
  private static final long CACHE = 0x400;
  private static final long ENTRY = 0x410;
  private static final long TARGET = 0x420;
  private static final long OTHER = 0x430;
  private static final long OUTER = 0x440;
  private static final HeldBy IN_CACHE = new HeldBy("com.acme.Cache", CACHE, HeldBy.UNTRACKED, "");

  @TempDir private Path folder;

  /** A dump with a resource, and with a class of holders. */
  private static DumpBuilder dump() throws IOException {
    return new DumpBuilder(8)
        .withClasses()
        .thread()
        .holderClasses(0x900, "com.acme.Other", "com.acme.Cache", "com.acme.Key")
        .type(CACHE_CLASS, "com/acme/Cache", NODE_CLASS)
        .resource(0x500, 3, TARGET)
        .node(TARGET, 0);
  }

  /** A cache with one entry, which refers to the resource. */
  private static DumpBuilder withCache() throws IOException {
    return dump().node(CACHE, CACHE_CLASS, ENTRY).node(ENTRY, TARGET);
  }

  private HeldResource read(DumpBuilder dump) throws IOException {
    Path file = folder.resolve("built.hprof");
    Files.write(file, dump.bytes());
    return HeapDumpReader.read(file).resources().stream()
        .filter(held -> held.slot() == 3)
        .findFirst()
        .orElseThrow();
  }

  private @Nullable HeldBy heldBy(DumpBuilder dump) throws IOException {
    return read(dump).heldBy();
  }

  @Test
  void areWhatObjectsOfTheHolderAloneReferTo() throws IOException {
    assertThat(heldBy(withCache().root(JNI_GLOBAL, CACHE, 0, 0))).isEqualTo(IN_CACHE);
  }

  @Test
  void areInItThoughSomethingNearerRefersToThem() throws IOException {
    HeldResource held =
        read(withCache().root(JNI_GLOBAL, CACHE, 0, 0).root(JNI_GLOBAL, TARGET, 0, 0));

    assertThat(held.path()).isNotNull();
    assertThat(held.path().links()).isEmpty();
    assertThat(held.heldBy()).isEqualTo(IN_CACHE);
  }

  @Test
  void areNotWhatAnObjectLeadsToThatIsReachedOtherwise() throws IOException {
    assertThat(heldBy(withCache().root(JNI_GLOBAL, CACHE, 0, 0).root(JNI_GLOBAL, ENTRY, 0, 0)))
        .isNull();
  }

  @Test
  void areWhatThePathGoesThroughThoughARunningMethodHasTheEntry() throws IOException {
    assertThat(
            heldBy(withCache().root(JNI_GLOBAL, CACHE, 0, 0).root(FRAME, ENTRY, THREAD_SERIAL, 0)))
        .isEqualTo(IN_CACHE);
  }

  @Test
  void areNothingInAHolderThatNothingReaches() throws IOException {
    assertThat(heldBy(withCache().root(JNI_GLOBAL, TARGET, 0, 0))).isNull();
  }

  @Test
  void areNothingInAnObjectOfAnotherClass() throws IOException {
    assertThat(heldBy(dump().node(CACHE, TARGET).root(JNI_GLOBAL, CACHE, 0, 0))).isNull();
  }

  @Test
  void areInTheNearestOfTwoHolders() throws IOException {
    DumpBuilder dump = withCache().node(OUTER, CACHE_CLASS, OTHER).node(OTHER, CACHE);

    assertThat(heldBy(dump.root(JNI_GLOBAL, OUTER, 0, 0))).isEqualTo(IN_CACHE);
  }

  @Test
  void areInOneOfTwoHoldersThatHaveTheSame() throws IOException {
    DumpBuilder dump = withCache().node(OUTER, CACHE_CLASS, TARGET);

    assertThat(heldBy(dump.root(JNI_GLOBAL, CACHE, 0, 0).root(JNI_GLOBAL, OUTER, 0, 0)))
        .isEqualTo(new HeldBy("com.acme.Cache", OUTER, HeldBy.UNTRACKED, ""));
  }

  @Test
  void areReportedWithTheSlotOfAHolderThatIsOpenItself() throws IOException {
    DumpBuilder dump = withCache().root(JNI_GLOBAL, CACHE, 0, 0).resource(0x510, 8, CACHE);

    assertThat(heldBy(dump)).isEqualTo(new HeldBy("com.acme.Cache", CACHE, 8, ""));
  }

  @Test
  void areNothingInAHolderWhoseCloseHasEnded() throws IOException {
    for (int ended : new int[] {3, 4}) {
      DumpBuilder dump =
          withCache().root(JNI_GLOBAL, CACHE, 0, 0).tallied(0x510, 8, CACHE, 7, ended);

      assertThat(heldBy(dump)).isNull();
    }
  }

  @Test
  void areThereStillAfterAHolderWasDisowned() throws IOException {
    DumpBuilder dump = withCache().root(JNI_GLOBAL, CACHE, 0, 0).tallied(0x510, 8, CACHE, 7, 6);

    assertThat(heldBy(dump)).isEqualTo(IN_CACHE);
  }

  @Test
  void areReportedWithTheKeyOfTheirNode() throws IOException {
    DumpBuilder dump =
        dump()
            .type(ENTRY_CLASS, "com/acme/Entry", NODE_CLASS, "2key")
            .node(CACHE, CACHE_CLASS, ENTRY)
            .pair(ENTRY, ENTRY_CLASS, 0x906, TARGET)
            .root(JNI_GLOBAL, CACHE, 0, 0);

    HeldBy held = heldBy(dump);

    assertThat(held).isNotNull();
    assertThat(held.entry()).isEqualTo("\"com.acme.Key\"");
  }

  @Test
  void areInNoHolderIfThereAreNoClassesOfThem() throws IOException {
    DumpBuilder dump =
        new DumpBuilder(8)
            .withClasses()
            .type(CACHE_CLASS, "com/acme/Cache", OBJECT_CLASS, "2next")
            .resource(0x500, 3, TARGET)
            .node(TARGET, 0)
            .node(CACHE, CACHE_CLASS, TARGET)
            .root(JNI_GLOBAL, CACHE, 0, 0);

    assertThat(heldBy(dump)).isNull();
  }
}
