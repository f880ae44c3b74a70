package io.ttalloc.analysis.report.text;

import static io.ttalloc.analysis.FakeLedger.ledger;
import static io.ttalloc.analysis.FakeLedger.stack;
import static io.ttalloc.analysis.FakeLedger.type;
import static io.ttalloc.analysis.MeshPicture.BUFFER;
import static io.ttalloc.analysis.MeshPicture.CB;
import static io.ttalloc.analysis.MeshPicture.PROGRAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.FakeLedger;
import io.ttalloc.analysis.FakeSlot;
import io.ttalloc.analysis.MeshPicture;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextFormatTest {
  private static final String RUNTIME = "io.ttalloc.runtime.";
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");
  private static final List<Frame> READ =
      stack(
          "java.io.FileInputStream.<init>:158", "com.acme.Loader.read:42", "com.acme.Main.main:17");

  @Test
  void meshSaysThatTheCacheHoldsItAndWhatFreesIt() {
    FakeLedger ledger = MeshPicture.withSites(ledger());
    MeshPicture.run(ledger, "1");
    MeshPicture.statistics(ledger, "1", 36_864, 12_288);
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
                 b) circular buffer opened at allocate_circular_buffers under create_and_cache_mesh_workload (then as in 1a)
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

            ruled out
              double allocation  per bank 0x3ffff000+2048 and 0x3ffff800+2048 touch, do not overlap
              tracking gap       allocator agrees on every device: unattributed 0 B, vanished 0 B
              views              16 opened, 16 closed, 0 B

            lifetimes of what was closed (p50, p90, p99, max)
              16 buffers of load_binaries: 1 ms, 1 ms, 1 ms, 1 ms

            Active allocations: 19 regions (22 handles)
            10 containers around them are open, too (2 mesh buffers, 2 mesh workloads, 2 programs, 4 whole-mesh buffers)
            more: ./tt-alloc dump 4242 --format json
            """);
  }

  @Test
  void accumulateSaysSumsAndDistinctBytesAndThatItGrows() {
    FakeLedger ledger = MeshPicture.withSites(ledger());
    for (int run = 1; run <= 3; run++) {
      MeshPicture.run(ledger, "" + run);
      ledger.mark("run " + run);
    }
    assertThat(Reports.text(ledger))
        .startsWith(
            """
            tt-alloc: 2 LEAKS: 66 open, 952,320 B (48 buffers, 18 circular buffers), worst Ttnn.matmul (pid 4242, demo mesh, 2.1 s, exit; 147 opened, 51 closed)
            confidence HIGH: attached at start, 0 events dropped

            device      DRAM                                     L1
            0           110,592 B, distinct addresses 36,864 B   36,864 B in 9 regions (18 circular buffers, 67,584 B by handle), distinct addresses 12,288 B
            1-7, each   110,592 B, distinct addresses 36,864 B   0 B

            CACHED and GROWING, a leak: 2 entries, 66 open, growing in each of the last cycles (3 cycles)
              held by  ProgramCache#1 of MeshDevice#1 (2 x 4), closed at Mesh.run(Mesh.java:64)
                       ProgramCache#2 of MeshDevice#2 (2 x 4), closed at Mesh.run(Mesh.java:64)
                       ProgramCache#3 of MeshDevice#3 (2 x 4), closed at Mesh.run(Mesh.java:64)
              why      closing MeshDevice does not clear its ProgramCache; no later call can hit these entries
              fix      call MeshDevice.disableAndClearProgramCache() before MeshDevice is closed

              1. Ttnn.matmul    DRAM 589,824 B, L1 30,720 B   owner MeshWorkloadImpl#2, MeshWorkloadImpl#4, MeshWorkloadImpl#6   entry matmul
                 a) buffer            24 x 24,576 B at 0x3ffff000, devices 0-7; 24 opened, 0 closed; views: 24 opened, 24 closed; oldest 1.9 s
                   growth   +8 (196,608 B) in each of 3 cycles (run 1 to run 3)
                 b) circular buffer   6 x 4,096 B at 101152, 105248, device 0 + 3 x 2,048 B at 109344, device 0; 9 opened, 0 closed; oldest 1.9 s
                   growth   +3 (10,240 B) in each of 3 cycles (run 1 to run 3)
            """);
  }

  @Test
  void aCleanProgramGetsOneLine() {
    FakeLedger ledger = ledger().closed(FILE, READ, 118, 5_000_000);
    assertThat(Reports.text(ledger))
        .isEqualTo("tt-alloc: clean. 118 opened, 118 closed, Active allocations: 0\n");
  }

  @Test
  void whatWasNotSeenIsNotCalledClean() {
    FakeLedger ledger =
        ledger().closed(FILE, READ, 118, 5_000_000).dropped(Loss.CANNOT_GROW, 7).attachedLate();
    assertThat(Reports.text(ledger))
        .isEqualTo(
            """
            tt-alloc: NOT JUDGED. 118 opened, 118 closed
            confidence LOW: 7 events dropped: the ledger's file could not grow; attached late: what was opened before is unknown
            """);
  }

  @Test
  void aClassThatCouldNotBeWovenIsNotCalledCleanEither() {
    FakeLedger ledger = ledger().closed(FILE, READ, 1, 5_000_000).gap(Gap.NOT_WOVEN);
    assertThat(Reports.text(ledger))
        .isEqualTo(
            """
            tt-alloc: NOT JUDGED. 1 opened, 1 closed
            confidence LOW: a class that a rule names could not be woven
            """);
  }

  @Test
  void withAnErrorInAHookItIsCleanOnlyAsFarAsWasSeen() {
    FakeLedger ledger = ledger().closed(FILE, READ, 1, 5_000_000).hookErrors(1);
    assertThat(Reports.text(ledger))
        .isEqualTo(
            """
            tt-alloc: clean as far as was seen. 1 opened, 1 closed, Active allocations: 0
            confidence LOW: 1 error inside the probe
            """);
  }

  @Test
  void withoutACollectionNothingIsCalledReachable() {
    FakeLedger ledger = ledger().gap(Gap.NOT_COLLECTED);
    ledger.open(FILE, READ);
    assertThat(Reports.text(ledger))
        .contains(
            "\nconfidence MEDIUM: no collection at the end: what is LEFT_OPEN may be LOST\n",
            "\n  why      open when the process ended, and in no cache; there was no collection at the"
                + " end, so it may be garbage\n");
    FakeLedger closed = ledger().gap(Gap.NOT_COLLECTED).closed(FILE, READ, 1, 1);
    assertThat(Reports.text(closed)).startsWith("tt-alloc: clean. 1 opened");
  }

  @Test
  void lostFilesSayWhichAndWhereTheirSiblingsWereClosed() {
    FakeLedger ledger = ledger().command("app.jar").closed(FILE, READ, 97, 5_000_000);
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
                       nothing can close it any more; whether a Cleaner of its own freed what it held was not seen
              fix      call close() on the FileInputStream, as Loader.read(Loader.java:55) does for its siblings

              1. Loader.read
                 file   3 x java.io.FileInputStream; 100 opened, 97 closed; oldest 1.9 s
                   labels   data/a.csv, data/b.csv, data/c.csv
                   closes   97 of 100 from here were closed, at Loader.read(Loader.java:55)
                   thread   loader-1
                 opened at Loader.read
                   java.io.FileInputStream.<init>(FileInputStream.java:158)
                   com.acme.Loader.read(Loader.java:42)   <- your code
                   com.acme.Main.main(Main.java:17)

            lifetimes of what was closed (p50, p90, p99, max)
              97 files of Loader.read: 5 ms, 5 ms, 5 ms, 5 ms

            Active allocations: 0 reachable, 3 lost
            more: ./tt-alloc dump 4242 --format json
            """);
  }

  @Test
  void orphanedCircularBuffersNameTheCloseThatMissedThem() {
    FakeLedger ledger = MeshPicture.withSites(ledger());
    FakeSlot program =
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
              why      its owner ProgramImpl#1 was closed at Mesh.run(Mesh.java:64) and does not free what it owns
              fix      ProgramImpl.close should close the circular buffer that it owns

              1. ProgramImpl.compile    L1 12,288 B   owner ProgramImpl#1
                 circular buffer   3 x 4,096 B at 101152, 105248, 109344, device 0; 3 opened, 0 closed; oldest 1.9 s
                 opened at allocate_circular_buffers
                   io.ttalloc.runtime.ProgramImpl.allocateCircularBuffers(ProgramImpl.java:140)
                   io.ttalloc.runtime.ProgramImpl.compile(ProgramImpl.java:99)
                   demo.Mesh.run(Mesh.java:48)   <- your code

            ruled out
              double allocation  per bank 101152+4096 and 105248+4096 touch, do not overlap
              tracking gap       not ruled out: the allocator was never asked

            Active allocations: 3 regions (3 handles)
            more: ./tt-alloc dump 4242 --format json
            """);
  }

  @Test
  void misuseStandsBesideFindingsWithBothStacks() {
    FakeLedger ledger = ledger().closed(BUFFER, stack("demo.Mesh.run:48"), 2, 5_000_000);
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
                closed by other at (stack not captured)

            lifetimes of what was closed (p50, p90, p99, max)
              2 buffers of Mesh.run: 5 ms, 5 ms, 5 ms, 5 ms

            Active allocations: 0
            more: ./tt-alloc dump 4242 --format json
            """);
  }

  @Test
  void aDifferenceToTheAllocatorIsPrintedPerDeviceAndSpace() {
    FakeLedger ledger = ledger().ended(ProcessEntry.Ended.RUNNING);
    ledger
        .open(BUFFER, stack(RUNTIME + "Buffer.create:9", "demo.Mesh.run:48"))
        .on("c0#1", 0, "DRAM")
        .at(4_096, 2_048)
        .bytes(12_288);
    ledger.statistics(1, 0, "c0#1", "DRAM", 12_388);
    assertThat(Reports.text(ledger))
        .contains("0        12,288 B, allocator 12,388 B\n")
        .contains("tracking gap       NOT ruled out: device 0 DRAM unattributed 100 B\n");
  }

  @Test
  void foreignTextCannotMoveTheCursor() {
    FakeLedger ledger = ledger().command("app\u001b[2J\n.jar");
    ledger.open(FILE, READ).label("a\rb");
    assertThat(Reports.text(ledger))
        .contains("app\\u001b[2J\\u000a.jar")
        .contains("labels   a\\u000db\n")
        .matches(text -> text.chars().noneMatch(c -> c < ' ' && c != '\n'));
  }

  @Test
  void coloursComeOnlyWhenAskedFor() {
    FakeLedger ledger = ledger();
    ledger.open(FILE, READ);
    String coloured = Reports.written(Reports.of(ledger), ReportFormats.text(true));
    assertThat(coloured).startsWith("\u001b[31;1mtt-alloc: 1 LEAK");
    assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(Reports.text(ledger));
  }

  @Test
  void showsAtMostEightyFindingsAndSaysHowManyMore() {
    FakeLedger ledger = ledger();
    for (int i = 0; i < 95; i++) {
      ledger.open(BUFFER, stack("com.acme.Loader.read:" + (i + 1))).bytes(1_000 + i);
    }
    String text = Reports.text(ledger);
    assertThat(text).contains("and 15 more findings, less severe\n").contains("1 x 1,094 B");
    assertThat(text).doesNotContain("1 x 1,014 B").contains("1 x 1,015 B");
  }

  @Test
  void labelsComeInNaturalOrderAndTheRestIsCounted() {
    FakeLedger ledger = ledger();
    for (int i = 1_000; i > 0; i--) {
      ledger.open(FILE, READ).label("part-" + i);
    }
    assertThat(Reports.text(ledger))
        .contains("       labels   part-1, part-2, part-3, part-4, part-5, part-6 and 994 more\n");
  }

  @Test
  void equalLabelsAreCounted() {
    FakeLedger ledger = ledger();
    for (String label : new String[] {"b", "a", "b"}) {
      ledger.open(FILE, READ).label(label);
    }
    assertThat(Reports.text(ledger)).contains("       labels   a, b x 2\n");
  }

  @Test
  void growthIsOneStatementAndOlderCyclesAreNotLumpedIntoTheFirst() {
    FakeLedger ledger = ledger();
    for (int i = 0; i < 1_000; i++) {
      ledger.open(BUFFER, stack("lib.Buffer.create:1", "com.acme.App.serve:9")).bytes(1_000);
      ledger.mark("req");
    }
    assertThat(Reports.text(ledger))
        .contains("       growth   +1 (1,000 B) in each of the last 32 of 1,000 cycles (req)\n")
        .doesNotContain("thread ");
  }

  @Test
  void whatTheProcessOccupiedAtMarksStandsBesideWhatTheCyclesLeft() {
    FakeLedger ledger = ledger();
    for (int i = 1; i <= 9; i++) {
      if (i != 8) {
        ledger.open(BUFFER, stack("lib.Buffer.create:1", "com.acme.App.serve:9")).bytes(i * 1_000L);
      }
      ledger.mark("run " + i, i == 7 ? -1 : 90_000_000L + i);
    }
    assertThat(Reports.text(ledger))
        .contains(
            """

            marks (left open by the cycle; resident memory of the process), last 8 of 9
              run 2  2,000 B;      90,000,002 B
              run 3  3,000 B;      90,000,003 B
              run 4  4,000 B;      90,000,004 B
              run 5  5,000 B;      90,000,005 B
              run 6  6,000 B;      90,000,006 B
              run 7  7,000 B;      unknown
              run 8  0 B;          90,000,008 B
              run 9  9,000 B;      90,000,009 B

            """);
  }

  @Test
  void unequalGrowthShowsTheLatestCycles() {
    FakeLedger ledger = ledger();
    for (int i = 1; i <= 8; i++) {
      for (int j = 0; j < i; j++) {
        ledger.open(FILE, READ);
      }
      ledger.mark("r" + i);
    }
    assertThat(Reports.text(ledger))
        .contains("       growth   last 6 of 8: r3 +3, r4 +4, r5 +5, r6 +6, r7 +7, r8 +8\n");
  }

  @Test
  void aDamagedLedgerIsNeverWithoutALeak() {
    TypeEntry cache = FakeLedger.cache("cache", "a.Cache", "clear()");
    FakeLedger ledger = ledger().damage("torn");
    FakeSlot holder = ledger.open(cache, READ);
    ledger.open(FILE, READ).heldBy(holder, "1");
    assertThat(Reports.text(ledger))
        .startsWith(
            "tt-alloc: NOT JUDGED, the ledger is damaged. In what is left, 1 resource still open,"
                + " all CACHED (pid 4242, ");
  }

  @Test
  void whatAKilledProcessLeftIsNotJudged() {
    FakeLedger ledger = ledger().ended(ProcessEntry.Ended.KILLED);
    ledger.open(FILE, READ);
    assertThat(Reports.text(ledger))
        .isEqualTo(
            """
            tt-alloc: NOT JUDGED. 1 resource still open, all OPEN (pid 4242, demo mesh, 2.1 s, killed; 1 opened, 0 closed)
            confidence HIGH: attached at start, 0 events dropped; killed, no final collection

            OPEN, not judged: 1 entry, 1 open, not growing (1 cycle)
              why      killed: what was in use cannot be told from what leaked
              fix      run to a normal exit, which tells them apart

              1. Loader.read
                 file   1 x java.io.FileInputStream; 1 opened, 0 closed
                 opened at Loader.read
                   java.io.FileInputStream.<init>(FileInputStream.java:158)
                   com.acme.Loader.read(Loader.java:42)   <- your code
                   com.acme.Main.main(Main.java:17)

            Active allocations: 1
            more: ./tt-alloc dump 4242 --format json
            """);
  }

  @Test
  void aKilledProcessHasOpenOnesNotReachableOnes() {
    FakeLedger ledger = ledger().ended(ProcessEntry.Ended.KILLED);
    ledger.open(FILE, READ).collected();
    ledger.open(FILE, READ);
    assertThat(Reports.text(ledger)).contains("Active allocations: 1 open, 1 lost\n");
  }

  @Test
  void closesNameEveryPlaceOnlyIfTheyDiffer() {
    FakeLedger ledger = ledger().closed(FILE, READ, 90, 5_000_000);
    ledger.closeSite(FILE, READ, stack("java.io.FileInputStream.close:3", "com.acme.A.ok:10"), 8);
    ledger.closeSite(FILE, READ, stack("java.io.FileInputStream.close:3", "com.acme.B.ok:20"), 4);
    ledger.open(FILE, READ);
    assertThat(Reports.text(ledger))
        .contains(
            "closes   90 of 91 from here were closed; of 12 closes captured"
                + " 8 at A.ok(A.java:10), 4 at B.ok(B.java:20)\n");
  }

  @Test
  void closesWithoutAStackSaySo() {
    FakeLedger ledger = ledger().closed(FILE, READ, 90, 5_000_000);
    ledger.open(FILE, READ);
    assertThat(Reports.text(ledger))
        .contains("closes   90 of 91 from here were closed, where was not captured\n");
  }

  @Test
  void whatAllEntriesSayStandsOnceAndTheRestWithEach() {
    FakeLedger ledger = ledger();
    ledger.open(FILE, READ).collected();
    ledger.open(FILE, stack("com.acme.Other.read:1")).collected();
    ledger.open(FILE, stack("com.acme.Other.read:1")).collected();
    assertThat(Reports.text(ledger))
        .containsOnlyOnce(
            "  why      nothing can close it any more; whether a Cleaner of its own freed what it held was not seen\n")
        .contains("       why      2 collected, never closed\n")
        .contains("       why      1 collected, never closed\n");
  }

  @Test
  void withoutAddressesNothingIsSaidOfRegions() {
    FakeLedger ledger = ledger().closed(BUFFER, READ, 1, 5_000_000);
    ledger.open(BUFFER, READ).bytes(12);
    assertThat(Reports.text(ledger))
        .doesNotContain("ruled out")
        .contains("  1 buffer of FileInputStream.<init>: 5 ms\n\nActive allocations: 1\n");
  }

  @Test
  void plainJavaWithBytesMayBeTriedWithResourcesButNotWhatAClassHolds() {
    FakeLedger ledger = ledger();
    ledger.open(BUFFER, stack("com.acme.App.run:5")).bytes(12);
    assertThat(Reports.text(ledger))
        .contains(
            "fix      call close() on the Buffer that App.run(App.java:5) opened,"
                + " or open it in a try-with-resources statement\n");
    FakeLedger held = ledger();
    held.open(FILE, stack("java.io.FileInputStream.<init>:1", "com.acme.App.<clinit>:5"));
    assertThat(Reports.text(held))
        .contains("fix      lives as long as the class App; close it at shutdown\n");
  }

  @Test
  void whatAClassOpensOfItselfIsMendedInItsMethodAndNotInItsConstructor() {
    TypeEntry wrap = type("wrapper", "com.acme.Wrap");
    FakeLedger wraps = ledger();
    wraps.open(wrap, stack("com.acme.Wrap.<init>:4", "com.acme.Wrap.main:11"));
    assertThat(Reports.text(wraps))
        .contains("fix      call close() on the Wrap that Wrap.main(Wrap.java:11) opened")
        .contains("       com.acme.Wrap.main(Wrap.java:11)   <- your code\n");
  }

  @Test
  void lettersTellWhichStackIsWhoseAndDifferingLinesOfYoursAreMarked() {
    FakeLedger ledger = ledger();
    for (int line = 10; line <= 12; line++) {
      ledger.open(
          FILE,
          stack(
              "java.io.FileInputStream.<init>:158",
              "com.acme.Files.make:6",
              "com.acme.Main.load:" + line,
              "com.acme.Main.main:3"));
    }
    assertThat(Reports.text(ledger))
        .contains("\n     a) file   1 x java.io.FileInputStream;")
        .contains("\n     c) file   1 x java.io.FileInputStream;")
        .contains(
            """
                 a) file opened at Files.make
                   java.io.FileInputStream.<init>(FileInputStream.java:158)
                   com.acme.Files.make(Files.java:6)   <- your code
                   com.acme.Main.load(Main.java:10)
                   com.acme.Main.main(Main.java:3)
                 b) file opened at Files.make (stack as in 1a, but)
                   com.acme.Main.load(Main.java:11)   <- your code
                 c) file opened at Files.make (stack as in 1a, but)
                   com.acme.Main.load(Main.java:12)   <- your code
            """);
  }

  @Test
  void oneLedgerAlwaysGivesOneText() {
    FakeLedger one = MeshPicture.withSites(ledger());
    FakeLedger two = MeshPicture.withSites(ledger());
    MeshPicture.run(one, "1");
    MeshPicture.run(two, "1");
    assertThat(Reports.text(one)).isEqualTo(Reports.text(two));
  }
}
