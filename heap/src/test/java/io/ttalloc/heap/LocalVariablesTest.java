package io.ttalloc.heap;

import static io.ttalloc.heap.DumpBuilder.NODE_CLASS;
import static io.ttalloc.heap.DumpBuilder.OBJECT_CLASS;
import static io.ttalloc.heap.DumpBuilder.THREAD_SERIAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.heap.report.FrameVariable;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.ObjectTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which local variables refer to a resource, and whether it lasts without them. */
class LocalVariablesTest {
  private static final int FRAME = 3;
  private static final int JNI_GLOBAL = 1;
  private static final int RUNNING_THREAD = 8;
  private static final long JDK_CLASS = 0x180;
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

  private static FrameVariable variable(String field, String... types) {
    return new FrameVariable("", "com.acme.Node.call(Native Method)", List.of(types), field);
  }

  private void refer(DumpBuilder dump, FrameVariable... expected) throws IOException {
    HeapReport report = read(dump);
    HeldResource held = report.resources().get(0);
    assertThat(
            held.variables().stream()
                .map(report.variables()::get)
                .map(v -> new FrameVariable(v.thread(), v.frame(), v.types().names(), v.field())))
        .containsExactly(expected);
    assertThat(report.variables()).hasSize(expected.length);
    assertThat(held.lasts()).isFalse();
  }

  private void lasts(DumpBuilder dump) throws IOException {
    HeapReport report = read(dump);
    assertThat(report.resources().get(0).lasts()).isTrue();
    assertThat(report.resources().get(0).variables()).isEmpty();
    assertThat(report.variables()).isEmpty();
  }

  @Test
  void areToldWithTheFieldByWhichTheWayBegins() throws IOException {
    refer(inVariable(dump(), TARGET), variable("", "com.acme.Node"));
    refer(inVariable(dump(), HOLDER), variable("next", "com.acme.Node"));
    refer(inVariable(dump().array(0x600, 0, HOLDER), 0x600), variable(""));
  }

  @Test
  void areAllToldThoughAPathNamesOne() throws IOException {
    refer(
        inVariable(inVariable(dump(), HOLDER), TARGET),
        variable("next", "com.acme.Node"),
        variable("", "com.acme.Node"));
  }

  @Test
  void areToldWithAllObjectsOfTheirFrameInTheOrderOfTheDump() throws IOException {
    DumpBuilder dump = inVariable(inVariable(dump().array(0x600, 0, 0), 0x600), HOLDER);
    HeapReport report = read(dump.root(FRAME, TARGET, THREAD_SERIAL, 1));

    FrameVariable variable = report.variables().get(0);
    assertThat(variable.field()).isEqualTo("next");
    assertThat(variable.position()).isEqualTo(1);
    assertThat(variable.locals())
        .extracting(ObjectTypes::className)
        .containsExactly("", "com.acme.Node");
  }

  @Test
  void ofFramesWithManyObjectsTheOrderIsNotTold() throws IOException {
    DumpBuilder dump = dump();
    for (int i = 0; i < 33; i++) {
      dump = inVariable(dump, HOLDER);
    }
    FrameVariable variable = read(dump).variables().get(0);

    assertThat(variable.locals()).isEmpty();
    assertThat(variable.position()).isEqualTo(-1);
  }

  @Test
  void areNotToldIfSomethingThatLastsReferToItToo() throws IOException {
    lasts(inVariable(dump(), HOLDER).root(JNI_GLOBAL, HOLDER, 0, 0));
    lasts(inVariable(dump(), HOLDER).root(JNI_GLOBAL, TARGET, 0, 0));
  }

  @Test
  void ofTheJdkAreNotTold() throws IOException {
    // The frame of the thread is of the class that has this id.
    refer(
        inVariable(
            new DumpBuilder(8)
                .type(NODE_CLASS, "java/util/Node", OBJECT_CLASS, "2next")
                .withClassesButNodes()
                .thread()
                .resource(0x500, 3, TARGET)
                .node(TARGET, 0),
            TARGET));
  }

  private DumpBuilder callsInto(long inner, long outer) throws IOException {
    return new DumpBuilder(8)
        .withClasses()
        .type(JDK_CLASS, "java/util/Node", OBJECT_CLASS)
        .thread(inner, outer)
        .resource(0x500, 3, TARGET)
        .node(TARGET, 0)
        .node(HOLDER, TARGET);
  }

  @Test
  void ofTheJdkAreToldIfTheApplicationCalledItOnTheResource() throws IOException {
    FrameVariable ofJdk =
        new FrameVariable("", "java.util.Node.call(Native Method)", List.of("com.acme.Node"), "");

    refer(inVariable(callsInto(JDK_CLASS, NODE_CLASS), TARGET), ofJdk);
    // What leads to it may be the thread that calls.
    refer(inVariable(callsInto(JDK_CLASS, NODE_CLASS), HOLDER));
    // Its own thread, which has begun there.
    refer(callsInto(NODE_CLASS, JDK_CLASS).root(FRAME, TARGET, THREAD_SERIAL, 1));
  }

  private static DumpBuilder worker(String field) throws IOException {
    return dump()
        .type(WORKER_CLASS, "com/acme/Worker", OBJECT_CLASS, field)
        .node(WORKER, WORKER_CLASS, HOLDER)
        .root(RUNNING_THREAD, WORKER, 8, 5);
  }

  @Test
  void ofOneWhoseThreadRefersToItAreToldUnlessTheThreadOutlivesItsTask() throws IOException {
    refer(inVariable(worker("2task"), HOLDER), variable("next", "com.acme.Node"));
    // As a pool does, which lasts.
    refer(
        inVariable(worker("2task").array(0x600, WORKER).root(JNI_GLOBAL, 0x600, 0, 0), HOLDER),
        variable("next", "com.acme.Node"));
    lasts(inVariable(worker("2threadLocals"), HOLDER));
    lasts(inVariable(worker("2contextClassLoader"), HOLDER));
  }
}
