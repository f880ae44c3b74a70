package io.ttalloc.viewer;

import static io.ttalloc.analysis.LedgerBuilder.container;
import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.record.TypeEntry;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ViewerDatabaseTest {
  private static final TypeEntry BUFFER = sized("buffer", "acme.Buffer");
  private static final TypeEntry TENSOR = container("tensor", "acme.Tensor");

  @TempDir private Path folder;

  private final LedgerBuilder ledger = ledger().history(4_096);

  private WrittenDatabase written() {
    return WrittenDatabase.of(ledger, folder.resolve("report"));
  }

  private OpenedResource buffer(String caller, int device, long address) {
    return ledger
        .open(
            BUFFER, stack("acme.Buffer.<init>:1", "acme.Ops." + caller + ":10", "acme.Main.main:5"))
        .on("c" + device, device, "DRAM")
        .at(address, 2_048)
        .bytes(24_576);
  }

  @Test
  void whatOneCallOpenedBetweenTwoMarksIsAnOperationAndSoIsEachMark() throws Exception {
    buffer("one", 0, 4_096);
    buffer("two", 0, 8_192);
    buffer("one", 1, 4_096);
    ledger.mark("warm");
    buffer("one", 0, 12_288);

    try (WrittenDatabase database = written()) {
      assertThat(
              database.rows(
                  "select operation_id, name, duration from operations order by operation_id"))
          .containsExactly(
              "1|Ops.two|0.0",
              "2|Ops.one|0.002",
              "3|mark warm|0.0",
              "4|Ops.one|0.0",
              "5|process exit|0.0");
      assertThat(
              database.rows("select name, value from operation_arguments where operation_id = 2"))
          .containsExactly(
              "called by|acme.Ops.one(Ops.java:10)",
              "opened|2 buffers",
              "at|+1 ms",
              "cycle|before mark warm");
    }
  }

  @Test
  void buffersAreWhatIsOpenAfterEachOperation() throws Exception {
    OpenedResource first = buffer("one", 0, 4_096);
    buffer("two", 1, 8_192);
    first.closed();
    buffer("three", 2, 4_096);

    try (WrittenDatabase database = written()) {
      assertThat(database.rows("select * from buffers order by operation_id, device_id"))
          .containsExactly(
              "1|0|4096|2048|0|-|0|24576",
              "2|1|8192|2048|0|-|0|24576",
              "3|1|8192|2048|0|-|0|24576",
              "3|2|4096|2048|0|-|0|24576",
              "4|1|8192|2048|0|-|0|24576",
              "4|2|4096|2048|0|-|0|24576");
      assertThat(
              database.rows(
                  "select address, size_bytes, type, first_operation_id, open_at_end"
                      + " from tt_alloc_allocations order by opened_ns"))
          .containsExactly(
              "4096|24576|buffer|1|0", "8192|24576|buffer|2|1", "4096|24576|buffer|3|1");
    }
  }

  @Test
  void aSpaceBecomesTheTypeOfABufferAndUnknownSpacesAreLeftOut() throws Exception {
    String[] spaces = {"TRACE", "L1_SMALL", "SYSTEM_MEMORY", "L1", "DRAM", "KERNEL_CONFIG"};
    for (int i = 0; i < spaces.length; i++) {
      buffer("one", 0, 4_096).on("c0", 0, spaces[i]);
    }
    try (WrittenDatabase database = written()) {
      assertThat(database.rows("select buffer_type from buffers where operation_id = 2 order by 1"))
          .containsExactly("0", "1", "2", "3", "4");
      assertThat(database.leftOut())
          .containsExactly(
              "1 open buffer is omitted: the viewer does not know the space KERNEL_CONFIG");
      assertThat(database.rows("select value from report_metadata where key = 'tt_alloc_left_out'"))
          .isEqualTo(database.leftOut());
    }
  }

  @Test
  void viewsAndWholeMeshesTakeNoMemory() throws Exception {
    buffer("one", 0, 4_096).alias();
    buffer("one", -1, 4_096);

    try (WrittenDatabase database = written()) {
      assertThat(database.rows("select * from buffers")).isEmpty();
      assertThat(database.leftOut())
          .containsExactly(
              "1 open resource is omitted: the viewer shows only what has an address on a device");
    }
  }

  @Test
  void ofTwoBuffersAtAnAddressOfASessionTheNewestIsShown() throws Exception {
    buffer("one", 0, 4_096).on("c0#1", 0, "DRAM").at(4_096, 1_024);
    buffer("one", 0, 4_096).on("c0#1", 0, "DRAM").at(4_096, 2_048);

    try (WrittenDatabase database = written()) {
      assertThat(database.rows("select max_size_per_bank from buffers where operation_id = 2"))
          .containsExactly("2048");
      assertThat(database.leftOut())
          .containsExactly(
              "1 open buffer is omitted at the end: the viewer shows only the newest buffer at each"
                  + " address");
    }
  }

  /**
   * All sessions of a device use the same addresses, so each session becomes a rank in the viewer.
   */
  @Test
  void whatThreeSessionsLeaveAddsUp() throws Exception {
    MeshRun.withSites(ledger);
    for (String run : List.of("1", "2", "3")) {
      MeshRun.record(ledger, run);
      ledger.mark("run " + run);
    }

    try (WrittenDatabase database = written()) {
      assertThat(database.leftOut()).isEmpty();
      assertThat(
              database.rows(
                  "select name, o.rank, count(*), sum(size_bytes) from operations o join buffers"
                      + " using (operation_id) where device_id = 7 and (name like 'mark%' or name ="
                      + " 'process exit') group by operation_id"))
          .containsExactly(
              "mark run 1|0|2|36864",
              "mark run 2|1|4|73728",
              "mark run 3|2|6|110592",
              "process exit|2|6|110592");
      assertThat(
              database.rows(
                  "select rank, count(*), sum(size_bytes) from buffers where device_id = 0 and"
                      + " buffer_type = 0 and operation_id = (select max(operation_id) from"
                      + " operations) group by 1"))
          .containsExactly("0|2|36864", "1|2|36864", "2|2|36864");
      assertThat(
              database.rows(
                  "select name, rank from operations where name like 'Ttnn.%' order by"
                      + " operation_id"))
          .containsExactly(
              "Ttnn.add|0",
              "Ttnn.matmul|0",
              "Ttnn.add|1",
              "Ttnn.matmul|1",
              "Ttnn.add|2",
              "Ttnn.matmul|2");
    }
  }

  @Test
  void aSessionBeginsWhenItsDeviceIsOpened() throws Exception {
    TypeEntry device = container("device", "acme.Device");
    for (int session = 1; session <= 3; session++) {
      OpenedResource opened =
          ledger
              .open(device, stack("acme.Device.<init>:1", "acme.Ops.open:9"))
              .on("c0#" + session, 0, "DEVICE");
      buffer("early", 0, 4_096).closedAfter(500_000);
      if (session != 2) { // session 2 leaves nothing
        buffer("kept", 0, 8_192).on("c0#" + session, 0, "DRAM");
      }
      opened.closed();
    }

    try (WrittenDatabase database = written()) {
      assertThat(database.rows("select address, rank from tt_alloc_allocations order by opened_ns"))
          .containsExactly("4096|0", "8192|0", "4096|1", "4096|2", "8192|2");
      assertThat(database.rows("select name, rank from operations"))
          .as("a call that is made in each session is one operation without marks")
          .containsExactly("Ops.open|2", "Ops.early|2", "Ops.kept|2", "process exit|2");
    }
  }

  @Test
  void withoutItsDeviceASessionBeginsWithItsFirstResource() throws Exception {
    buffer("early", 0, 4_096).closedAfter(500_000);
    buffer("one", 0, 8_192).on("c0#1", 0, "DRAM");
    buffer("between", 0, 12_288).closedAfter(500_000);
    buffer("two", 0, 8_192).on("c0#2", 0, "DRAM");
    buffer("late", 0, 16_384).closedAfter(500_000);

    try (WrittenDatabase database = written()) {
      assertThat(database.rows("select address, rank from tt_alloc_allocations order by opened_ns"))
          .containsExactly("4096|0", "8192|0", "12288|0", "8192|1", "16384|1");
    }
  }

  @Test
  void withoutItsEventsOnlyWhatIsOpenIsKnownAndThatIsSaid() throws Exception {
    ledger.history(64); // 16 events fit in the stripe that this test writes
    buffer("gone", 0, 4_096).closed();
    buffer("kept", 0, 8_192);
    for (int i = 0; i < 30; i++) {
      buffer("later", 1, 4_096).closedAfter(500_000);
    }
    try (WrittenDatabase database = written()) {
      assertThat(database.rows("select name from operations"))
          .containsExactly("Ops.kept", "Ops.later", "process exit");
      assertThat(database.rows("select operation_id, address from buffers"))
          .containsExactly("1|8192", "2|8192", "2|4096", "3|8192");
      assertThat(database.leftOut())
          .singleElement()
          .asString()
          .matches(
              "in the first 2. ms, only buffers that are still open are shown: newer events have"
                  + " overwritten those of that time in the ledger");
    }
  }

  @Test
  void aClosedBufferHasTheSizePerBankOfAnOpenOneOrAnEstimate() throws Exception {
    buffer("one", 0, 4_096).at(4_096, 999).closedAfter(10_000_000);
    buffer("one", 0, 8_192).at(8_192, 999);
    buffer("other", 0, 12_288).bytes(4_194_304).closedAfter(10_000_000);

    try (WrittenDatabase database = written()) {
      assertThat(
              database.rows(
                  "select address, size_per_bank, size_per_bank_estimated"
                      + " from tt_alloc_allocations order by address"))
          .containsExactly("4096|999|0", "8192|999|0", "12288|350208|1");
    }
  }

  @Test
  void rowsAreBoundedByLeavingOutOperationsTheEndAndMarksLast() throws Exception {
    for (int i = 0; i < 4; i++) {
      buffer("call" + i, 0, 4_096L * (i + 1));
    }
    ledger.mark("half");
    buffer("call4", 0, 65_536);

    try (WrittenDatabase database =
        WrittenDatabase.of(ledger, folder.resolve("report"), 5 + 4 + (3 + 1))) {
      assertThat(database.rows("select operation_id, name, duration from operations"))
          .containsExactly("1|Ops.call2|0.0", "2|mark half|0.0", "3|process exit|0.0");
      assertThat(database.rows("select operation_id, count(*) from buffers group by 1"))
          .containsExactly("1|3", "2|4", "3|5");
      assertThat(database.leftOut())
          .containsExactly(
              "4 earlier operations are omitted so that the report has at most 13 buffers");
    }
  }

  @Test
  void ifEvenTheEndIsTooMuchTheLargestAreKept() throws Exception {
    buffer("one", 0, 4_096).at(4_096, 10);
    buffer("one", 0, 8_192).at(8_192, 30);
    buffer("one", 0, 12_288).at(12_288, 20);

    try (WrittenDatabase database = WrittenDatabase.of(ledger, folder.resolve("report"), 2)) {
      assertThat(database.rows("select operation_id, address from buffers"))
          .containsExactly("1|8192", "1|12288");
      assertThat(database.leftOut())
          .containsExactly(
              "1 earlier operation is omitted so that the report has at most 2 buffers",
              "1 open buffer is omitted at the end (the smallest), so that the report has at most 2"
                  + " buffers");
    }
  }

  @Test
  void stacksAreThoseOfJavaAndNameTheFileOfTheUsersOwnFrame() throws Exception {
    buffer("one", 0, 4_096);

    try (WrittenDatabase database = written()) {
      assertThat(database.rows("select * from stack_traces"))
          .containsExactly(
              "1|at acme.Buffer.<init>(Buffer.java:1)\nat acme.Ops.one(Ops.java:10)\n"
                  + "at acme.Main.main(Main.java:5)\n|1");
      assertThat(database.rows("select * from source_files")).containsExactly("1|acme/Ops.java|-");
    }
  }

  @Test
  void anOpenTensorHasTheMemoryThatItOwnsAndTheOperationThatMadeIt() throws Exception {
    OpenedResource tensor =
        ledger.open(TENSOR, stack("acme.Tensor.<init>:3", "acme.Ops.make:11", "acme.Main.main:6"));
    OpenedResource mesh =
        ledger
            .open(container("mesh-buffer", "acme.MeshBuffer"), stack("acme.Ops.make:11"))
            .owner(tensor);
    buffer("make", 0, 4_096).owner(mesh);
    buffer("make", 1, 4_096).owner(mesh);
    buffer("other", 1, 8_192);

    try (WrittenDatabase database = written()) {
      assertThat(
              database.rows(
                  "select shape, dtype, layout, device_id, address, buffer_type from tensors"))
          .containsExactly("unknown|unknown|unknown|0|4096|0");
      assertThat(database.rows("select device_id, address from device_tensors"))
          .containsExactly("0|4096", "1|4096");
      assertThat(
              database.rows(
                  "select name, output_index from output_tensors join operations using"
                      + " (operation_id)"))
          .containsExactly("Ops.make|0");
      assertThat(database.rows("select * from input_tensors")).isEmpty();
    }
  }

  @Test
  void aClosedTensorIsListedAndEachHasALifetime() throws Exception {
    OpenedResource first =
        ledger.open(TENSOR, stack("acme.Tensor.<init>:3", "acme.Ops.make:11", "acme.Main.main:6"));
    buffer("use", 0, 4_096);
    first.closed();
    buffer("after", 0, 8_192);
    OpenedResource kept =
        ledger.open(TENSOR, stack("acme.Tensor.<init>:3", "acme.Ops.keep:10", "acme.Main.main:5"));
    buffer("keep", 0, 12_288).owner(kept);

    try (WrittenDatabase database = written()) {
      assertThat(database.rows("select operation_id, name from operations"))
          .containsExactly(
              "1|Ops.make", "2|Ops.use", "3|Ops.after", "4|Ops.keep", "5|process exit");
      assertThat(
              database.rows(
                  "select tensor_id, device_id, address, size, rank from tensors order by 1"))
          .as("the ledger does not know the memory of a closed one")
          .containsExactly("1|-|-|-|0", "2|0|12288|2048|0");
      assertThat(database.rows("select * from tensor_lifetime order by 1"))
          .containsExactly("1|1|-|2|acme/Ops.java|11|-|-", "2|4|-|-|acme/Ops.java|10|-|-");
      assertThat(database.rows("select operation_id, output_index, tensor_id from output_tensors"))
          .containsExactly("1|0|1", "4|0|2");
    }
  }

  @Test
  void eachBufferHasItsStack() throws Exception {
    buffer("one", 0, 4_096);
    buffer("two", 1, 4_096);
    buffer("one", 2, 4_096).closed();

    try (WrittenDatabase database = written()) {
      assertThat(
              database.rows(
                  "select device_id, stack from tt_alloc_allocations join tt_alloc_stacks using"
                      + " (stack_id) order by 1"))
          .containsExactly("0|" + stackOf("one"), "1|" + stackOf("two"), "2|" + stackOf("one"));
      assertThat(database.rows("select count(*) from tt_alloc_stacks")).containsExactly("2");
    }
  }

  private static String stackOf(String caller) {
    return "at acme.Buffer.<init>(Buffer.java:1)\nat acme.Ops."
        + caller
        + "(Ops.java:10)\nat acme.Main.main(Main.java:5)\n";
  }

  @Test
  void ofCircularBuffersAtAnAddressTheLargestThatIsPlacedIsShown() throws Exception {
    circular("small", 512).closedAfter(3_500_000); // before the last of these operations
    OpenedResource large = circular("large", 4_096);
    circular("medium", 1_024);
    buffer("between", 1, 8_192);
    large.closed();
    buffer("end", 1, 4_096);

    try (WrittenDatabase database = written()) {
      assertThat(
              database.rows(
                  "select name, max_size_per_bank, size_bytes from buffers join operations using"
                      + " (operation_id) where device_id = 0 order by operation_id"))
          .containsExactly(
              "Ops.small|512|512",
              "Ops.large|4096|4096",
              "Ops.medium|4096|4096",
              "Ops.between|1024|1024",
              "Ops.end|1024|1024",
              "process exit|1024|1024");
      assertThat(database.leftOut()).isEmpty();
    }
  }

  private OpenedResource circular(String caller, long bytes) {
    return ledger
        .open(MeshRun.CB, stack("acme.Ops." + caller + ":10", "acme.Main.main:5"))
        .on("c0", 0, "L1")
        .at(101_152, bytes)
        .bytes(bytes)
        .shared();
  }

  @Test
  void theLastOperationSaysHowTheProcessEnded() throws Exception {
    ledger.ended(ProcessEntry.Ended.KILLED);
    ledger.open(type("file", "java.io.FileInputStream"), stack("acme.Loader.read:7"));

    try (WrittenDatabase database = written()) {
      assertThat(database.rows("select name from operations"))
          .containsExactly("Loader.read", "process killed");
      assertThat(database.rows("select * from devices")).isEmpty();
    }
  }

  @Test
  void theMeshLeavesItsBinariesOnEachDevice() throws Exception {
    MeshRun.record(MeshRun.withSites(ledger), "1");

    try (WrittenDatabase database = written()) {
      assertThat(database.rows("select name from operations"))
          .containsExactly(
              "MeshDevice.open", "Mesh.run", "Ttnn.add", "Ttnn.matmul", "process exit");
      assertThat(
              database.rows(
                  "select device_id, count(*), sum(max_size_per_bank) from buffers"
                      + " where operation_id = 5 and buffer_type = 0 group by 1"))
          .hasSize(8)
          .contains("0|2|4096", "7|2|4096");
      assertThat(
              database.rows(
                  "select device_id, address, max_size_per_bank, size_bytes from buffers"
                      + " where operation_id = 5 and buffer_type = 1"))
          .as("circular buffers, the larger one where two programs share an address")
          .containsExactlyInAnyOrder(
              "0|101152|4096|4096", "0|105248|4096|4096", "0|109344|4096|4096");
      assertThat(
              database.rows(
                  "select device_id, sum(size_bytes) from tt_alloc_allocations"
                      + " where open_at_end and buffer_type = 0 group by 1"))
          .hasSize(8)
          .contains("0|36864", "7|36864");
      assertThat(database.rows("select device_id from devices")).hasSize(8);
      assertThat(database.rows("select value from report_metadata where key = 'tt_alloc_assumed'"))
          .containsExactly(
              "devices: cores and L1 are assumed to be those of a Wormhole chip with 64 cores; the ledger does not say what chips the devices are");
    }
  }
}
