package io.ttalloc.heap;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeapReportFile;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathLink.Kind;
import io.ttalloc.heap.report.Reach;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.heap.report.TellingLink;
import io.ttalloc.heap.scene.Scene;
import io.ttalloc.heap.scene.SceneProgram;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HeldResourcesTest {
  private static final Set<Scene> FRAMES = EnumSet.of(Scene.LOCAL, Scene.VIRTUAL, Scene.LOCKED);

  private static HeapReport report;

  @BeforeAll
  static void read() throws IOException {
    report = HeapDumpReader.read(SceneDump.file());
  }

  private static HeldResource of(int slot) {
    List<HeldResource> found = report.resources().stream().filter(r -> r.slot() == slot).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Test
  void distinguishesATaskThatRunsOnceFromOneThatIsRepeated() {
    assertThat(kinds(Scene.SCHEDULED)).contains(Kind.QUEUED).doesNotContain(Kind.REPEATED);
    assertThat(kinds(Scene.REPEATED)).contains(Kind.REPEATED).doesNotContain(Kind.QUEUED);
  }

  private List<Kind> kinds(Scene scene) {
    return requireNonNull(of(scene.slot()).path()).links().stream().map(PathLink::kind).toList();
  }

  @ParameterizedTest
  @EnumSource
  void tellsTheShortestPath(Scene scene) {
    assumeTrue(scene != Scene.VIRTUAL || Runtime.version().feature() >= 25);

    HeldResource held = of(scene.slot());
    ReferencePath path = held.path();

    String text = path == null ? "" : String.join(" -> ", path.parts());
    assertThat(text.replaceAll("Locals.java:\\d+", "Locals.java:LINE")).isEqualTo(scene.path());
    Reach expected = FRAMES.contains(scene) ? Reach.FRAMES : Reach.STRUCTURE;
    assertThat(held.reach()).isEqualTo(scene.path().isEmpty() ? Reach.UNREACHABLE : expected);
  }

  @Test
  void findsWhatIsOpenAndNeitherClonesNorWhatIsClosed() {
    boolean virtual = Runtime.version().feature() >= 25;
    assertThat(report.resources())
        .hasSize(Scene.values().length + (virtual ? 1 : 0))
        .isSortedAccordingTo(Comparator.comparingInt(HeldResource::slot));
    assertThat(of(SceneProgram.CLOSING).state()).isEqualTo(HeldResource.State.CLOSING);
    assertThat(of(Scene.DIRECT.slot()).state()).isEqualTo(HeldResource.State.OPEN);
    assertThat(of(Scene.DIRECT.slot()).type()).isEqualTo("io.ttalloc.heap.scene.Conn");
    assertThat(report.objects()).isGreaterThan(10_000);
  }

  @Test
  void weakAndPhantomReferencesKeepNothing() {
    assertThat(report.resources())
        .extracting(HeldResource::slot)
        .doesNotContain(SceneProgram.WEAK, SceneProgram.PHANTOM);
  }

  @Test
  void countsTheBytesThatOnlyTheResourceKeeps() {
    assertThat(of(Scene.ARRAY.slot()).ownBytes()).isEqualTo(24);
    assertThat(of(Scene.DIRECT.slot()).ownBytes()).isEqualTo(24 + 16 + 1_000);
    // The resources of the next two scenes share the objects to which they refer.
    assertThat(of(Scene.INSTANCE_FIELD.slot()).ownBytes()).isEqualTo(24);
    assertThat(of(Scene.INHERITED_FIELD.slot()).ownBytes()).isEqualTo(24);
  }

  @Test
  void foldsPathsThatDifferInAnIndexAKeyOrANumber() {
    assertThat(folded(Scene.ARRAY_LIST)).isEqualTo("static Lists.arrayList -> ArrayList[*]");
    assertThat(folded(Scene.HASH_MAP)).isEqualTo(folded(Scene.HASH_MAP_WIDE_KEY));
    assertThat(folded(Scene.HASH_MAP)).isEqualTo("static Maps.byName -> HashMap[*]");
    assertThat(folded(Scene.CHAIN))
        .isEqualTo("static Statics.chain -> Statics.Node.next (* times) -> Statics.Node.content");
    assertThat(folded(Scene.EXECUTOR_QUEUE))
        .isEqualTo(
            "thread \"pool-*-thread-*\" -> queue of ThreadPoolExecutor[*]"
                + " -> lambda in Threads captures Conn");
  }

  @Test
  void knowsWhatToUndo() {
    assertThat(telling(Scene.INSTANCE_FIELD)).isEqualTo("STATIC_FIELD 0");
    assertThat(telling(Scene.LISTENER)).isEqualTo("LISTENERS 1");
    assertThat(telling(Scene.ARRAY_LIST)).isEqualTo("ELEMENT 1");
    assertThat(telling(Scene.KEY_SET)).isEqualTo("MAP_ENTRY 1");
    assertThat(telling(Scene.HASH_SET)).isEqualTo("ELEMENT 1");
    assertThat(telling(Scene.ARRAY)).isEqualTo("ARRAY 1");
    assertThat(telling(Scene.MAP_KEY)).isEqualTo("MAP_KEY 1");
    assertThat(telling(Scene.ENUM_MAP)).isEqualTo("MAP_ENTRY 1");
    assertThat(telling(Scene.MAP_IN_SET)).isEqualTo("ELEMENT 1");
    assertThat(telling(Scene.THREAD_LOCAL_OF_POOL)).isEqualTo("THREAD_LOCAL 1");
    assertThat(telling(Scene.RUNNABLE)).isEqualTo("THREAD 0");
    assertThat(telling(Scene.EXECUTOR_QUEUE)).isEqualTo("EXECUTOR_QUEUE 1");
    assertThat(telling(Scene.SCHEDULED)).isEqualTo("EXECUTOR_QUEUE 1");
    assertThat(telling(Scene.TIMER)).isEqualTo("TIMER 1");
    assertThat(telling(Scene.SHUTDOWN_HOOK)).isEqualTo("SHUTDOWN_HOOK 1");
    assertThat(telling(Scene.CLASS_LOADER)).isEqualTo("CLASS_LOADER 1");
    assertThat(telling(Scene.INSTANCE_OF_LOADER)).isEqualTo("CLASS_LOADER 1");
    assertThat(telling(Scene.LOCAL)).isEqualTo("FRAME 0");
  }

  private static String telling(Scene scene) {
    TellingLink telling = TellingLink.of(requireNonNull(of(scene.slot()).path()), part -> true);
    return telling.kind() + " " + telling.part();
  }

  private static String folded(Scene scene) {
    return String.join(" -> ", requireNonNull(of(scene.slot()).path()).foldedParts());
  }

  @Test
  void readsBackWhatItWrites() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HeapReportFile.write(report, bytes);

    assertThat(HeapReportFile.read(new ByteArrayInputStream(bytes.toByteArray())))
        .isEqualTo(report);
  }
}
