package io.ttalloc.analysis.report.text;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static io.ttalloc.analysis.MeshRun.CB;
import static io.ttalloc.analysis.MeshRun.PROGRAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests whole reports, and properties that all their lines have. */
class TextFormatTest {
  private static final String RUNTIME = "io.ttalloc.runtime.";
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");
  private static final List<Frame> READ =
      stack(
          "java.io.FileInputStream.<init>:158", "com.acme.Loader.read:42", "com.acme.Main.main:17");

  @Test
  void meshScenarioNamesTheCacheAndWhatClearsIt() {
    LedgerBuilder ledger = MeshRun.withSites(ledger());
    MeshRun.record(ledger, "1");
    MeshRun.statistics(ledger, "1", 36_864, 12_288);
    assertThat(Reports.text(ledger))
        .isEqualTo(
            """
            tt-alloc: NO LEAK. 307,200 B still open, all CACHED (pid 4242, demo mesh, 2.1 s, exit; 49 opened, 17 closed)
            confidence HIGH: attached at start, 0 events dropped

            device      DRAM       L1
            0           36,864 B   12,288 B in 3 regions (6 circular buffers, 22,528 B by handle)
            1-7, each   36,864 B   0 B

            CACHED, not a leak: 2 entries, 22 open, not growing (1 cycle)
              held by  ProgramCache#1 of MeshDevice#1 (2 x 4), closed at Mesh.run(Mesh.java:64)
              why      closing MeshDevice does not clear its ProgramCache; no later call can hit these entries
              fix      call MeshDevice.disableAndClearProgramCache() before MeshDevice is closed

              1. Ttnn.matmul    DRAM 196,608 B, L1 10,240 B   owner MeshWorkloadImpl#2   entry matmul
                 a) buffer            8 x 24,576 B at 0x3ffff000, devices 0-7; 8 opened, 0 closed; views: 8 opened, 8 closed
                 b) circular buffer   2 x 4,096 B at 101152, 105248, device 0 + 1 x 2,048 B at 109344, device 0; 3 opened, 0 closed
                 a) buffer opened at load_binaries under create_and_cache_mesh_workload
                   io.ttalloc.runtime.MeshBuffer.create(MeshBuffer.java:44)
                   io.ttalloc.runtime.MeshWorkloadImpl.loadBinaries(MeshWorkloadImpl.java:88)
                   io.ttalloc.runtime.MeshCommandQueue.enqueueMeshWorkload(MeshCommandQueue.java:57)
                   io.ttalloc.runtime.DeviceOperation.createAndCacheMeshWorkload(DeviceOperation.java:120)
                   io.ttalloc.runtime.BinaryDeviceOperation.invoke(BinaryDeviceOperation.java:33)
                   io.ttalloc.runtime.Ttnn.matmul(Ttnn.java:39)
                   demo.Mesh.run(Mesh.java:52)   <- your code
                 b) circular buffer opened at allocate_circular_buffers under create_and_cache_mesh_workload (the rest as in 1a)
                   io.ttalloc.runtime.ProgramImpl.allocateCircularBuffers(ProgramImpl.java:140)
                   io.ttalloc.runtime.ProgramImpl.compile(ProgramImpl.java:99)

              2. Ttnn.add    DRAM 98,304 B, L1 12,288 B   owner MeshWorkloadImpl#1   entry add
                 a) buffer            8 x 12,288 B at 0x3ffff800, devices 0-7; 8 opened, 0 closed; views: 8 opened, 8 closed
                 b) circular buffer   3 x 4,096 B at 101152, 105248, 109344, device 0; 3 opened, 0 closed
                 a) buffer opened at load_binaries under create_and_cache_mesh_workload (stack as in 1a, but)
                   io.ttalloc.runtime.Ttnn.add(Ttnn.java:24)
                   demo.Mesh.run(Mesh.java:48)   <- your code
                 b) circular buffer opened at allocate_circular_buffers under create_and_cache_mesh_workload
                   io.ttalloc.runtime.ProgramImpl.allocateCircularBuffers(ProgramImpl.java:140)
                   io.ttalloc.runtime.ProgramImpl.compile(ProgramImpl.java:99)
                   io.ttalloc.runtime.DeviceOperation.createAndCacheMeshWorkload(DeviceOperation.java:120)
                   io.ttalloc.runtime.BinaryDeviceOperation.invoke(BinaryDeviceOperation.java:33)
                   io.ttalloc.runtime.Ttnn.add(Ttnn.java:24)
                   demo.Mesh.run(Mesh.java:48)   <- your code

            excluded
              double allocation  per bank 0x3ffff000+2048 and 0x3ffff800+2048 touch, do not overlap
              tracking gap       allocator agrees on every device: unattributed 0 B, vanished 0 B
              views              16 opened, 16 closed, 0 B

            lifetimes of closed resources (p50, p90, p99, max)
              16 buffers of load_binaries: 1 ms, 1 ms, 1 ms, 1 ms
              1 mesh device of Mesh.run: 32.6 ms

            Active allocations: 19 regions (22 handles)
            10 containers that own or hold them are also open (2 mesh buffers, 2 mesh workloads, 2 programs, 4 whole-mesh buffers)
            more: tt-alloc dump 4242 --format json
            """);
  }

  @Test
  void lostFilesAreNamedWithTheClosesOfTheirSiblings() {
    LedgerBuilder ledger = ledger().command("app.jar").closed(FILE, READ, 97, 5_000_000);
    ledger.closeSite(
        FILE, READ, stack("java.io.FileInputStream.close:300", "com.acme.Loader.read:55"), 8);
    for (String path : new String[] {"data/b.csv", "data/a.csv", "data/c.csv"}) {
      ledger.open(FILE, READ).collected().label(path).thread("loader-1");
    }
    assertThat(Reports.text(ledger))
        .isEqualTo(
            """
            tt-alloc: 1 LEAK: 3 open (3 files), at Loader.read (pid 4242, app.jar, 2.1 s, exit; 100 opened, 97 closed)
            confidence HIGH: attached at start, 0 events dropped

            LOST, a leak: 1 entry, 3 open, not growing (1 cycle)
              why      3 collected, never closed
                       nothing can close it any more; a Cleaner may have freed its contents unseen
              fix      call close() on every path through Loader.read: some paths end before Loader.java:55 closes it, or open another resource first

              1. Loader.read
                 file   3 x java.io.FileInputStream; 100 opened, 97 closed; oldest 1.9 s
                   labels   data/a.csv, data/b.csv, data/c.csv
                   closes   97 of 100 opened here were closed, at Loader.read(Loader.java:55)
                   thread   loader-1
                 opened at Loader.read
                   java.io.FileInputStream.<init>(FileInputStream.java:158)
                   com.acme.Loader.read(Loader.java:42)   <- your code
                   com.acme.Main.main(Main.java:17)

            lifetimes of closed resources (p50, p90, p99, max)
              97 files of Loader.read: 5 ms, 5 ms, 5 ms, 5 ms

            Active allocations: 0 reachable, 3 lost
            more: tt-alloc dump 4242 --format json
            """);
  }

  @Test
  void orphanedCircularBuffersNameTheCloseThatMissesThem() {
    LedgerBuilder ledger = MeshRun.withSites(ledger());
    OpenedResource program =
        ledger.open(PROGRAM, stack(RUNTIME + "Program.create:3", "demo.Mesh.run:48"));
    for (int i = 0; i < 3; i++) {
      ledger
          .open(
              CB,
              stack(
                  RUNTIME + "ProgramImpl.allocateCircularBuffers:140",
                  RUNTIME + "ProgramImpl.compile:99",
                  "demo.Mesh.run:48"))
          .owner(program)
          .on("c0#1", 0, "L1")
          .at(101_152 + 4_096L * i, 4_096)
          .bytes(4_096)
          .shared();
    }
    program.closedBy(stack(RUNTIME + "ProgramImpl.close:200", "demo.Mesh.run:64"));
    assertThat(Reports.text(ledger))
        .isEqualTo(
            """
            tt-alloc: 1 LEAK: 3 open, 12,288 B (3 circular buffers), at ProgramImpl.compile (pid 4242, demo mesh, 2.1 s, exit; 4 opened, 1 closed)
            confidence HIGH: attached at start, 0 events dropped

            device   L1
            0        12,288 B

            ORPHANED, a leak: 1 entry, 3 open, not growing (1 cycle)
              why      its owner ProgramImpl#1 was closed at Mesh.run(Mesh.java:64) and did not free what it owned
              fix      ProgramImpl.close should close the circular buffer that it owns

              1. ProgramImpl.compile    L1 12,288 B   owner ProgramImpl#1
                 circular buffer   3 x 4,096 B at 101152, 105248, 109344, device 0; 3 opened, 0 closed; oldest 1.9 s
                 opened at allocate_circular_buffers
                   io.ttalloc.runtime.ProgramImpl.allocateCircularBuffers(ProgramImpl.java:140)
                   io.ttalloc.runtime.ProgramImpl.compile(ProgramImpl.java:99)
                   demo.Mesh.run(Mesh.java:48)   <- your code

            excluded
              double allocation  per bank 101152+4096 and 105248+4096 touch, do not overlap
              tracking gap       not excluded: the allocator was never queried

            lifetimes of closed resources (p50, p90, p99, max)
              1 program of Program.create: 3 ms

            Active allocations: 3 regions (3 handles)
            more: tt-alloc dump 4242 --format json
            """);
  }

  @Test
  void misuseIsReportedWithBothStacks() {
    LedgerBuilder ledger = ledger().closed(BUFFER, stack("demo.Mesh.run:48"), 2, 5_000_000);
    ledger.misuse(
        MisuseKind.CLOSED_BY_OTHER,
        BUFFER,
        stack(RUNTIME + "Buffer.create:20", "demo.Mesh.run:60"),
        List.of(),
        2,
        "it belongs to program 2");
    assertThat(Reports.text(ledger))
        .isEqualTo(
            """
            tt-alloc: NO LEAK. Nothing open, and 1 misuse (pid 4242, demo mesh, 2.1 s, exit; 2 opened, 2 closed)
            confidence HIGH: attached at start, 0 events dropped

            misuse
              CLOSED_BY_OTHER  2 x buffer (io.ttalloc.runtime.Buffer)
                why      it belongs to program 2
                fix      let only the owner of the Buffer close it
                opened at
                  io.ttalloc.runtime.Buffer.create(Buffer.java:20)
                  demo.Mesh.run(Mesh.java:60)   <- your code
                closed by a non-owner at (stack not captured)

            lifetimes of closed resources (p50, p90, p99, max)
              2 buffers of Mesh.run: 5 ms, 5 ms, 5 ms, 5 ms

            Active allocations: 0
            more: tt-alloc dump 4242 --format json
            """);
  }

  @Test
  void textOfTheApplicationCannotMoveTheCursor() {
    LedgerBuilder ledger = ledger().command("app\u001b[2J\n.jar");
    ledger.open(FILE, READ).label("a\rb");
    assertThat(Reports.text(ledger))
        .contains("app\\u001b[2J\\u000a.jar")
        .contains("labels   a\\u000db\n")
        .matches(text -> text.chars().noneMatch(c -> c < ' ' && c != '\n'));
  }

  @Test
  void coloursAreWrittenOnlyOnRequest() {
    LedgerBuilder ledger = ledger();
    ledger.open(FILE, READ);
    String coloured = Reports.written(Reports.of(ledger), ReportFormats.text(true));
    assertThat(coloured).startsWith("\u001b[31;1mtt-alloc: 1 LEAK");
    assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(Reports.text(ledger));
  }

  @Test
  void equalLedgersGiveEqualTexts() {
    LedgerBuilder one = MeshRun.withSites(ledger());
    LedgerBuilder two = MeshRun.withSites(ledger());
    MeshRun.record(one, "1");
    MeshRun.record(two, "1");
    assertThat(Reports.text(one)).isEqualTo(Reports.text(two));
  }
}
