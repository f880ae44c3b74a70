package io.ttalloc.analysis.report.profile;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.ttalloc.analysis.KeptResources;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.TestProcess;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.profile.PublishedProfile.Sample;
import io.ttalloc.ledger.record.Frame;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class PprofFormatTest {
  private static byte[] bytes(Report report) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new PprofFormat().write(report, out);
    return out.toByteArray();
  }

  private static PublishedProfile read(LedgerBuilder ledger) throws Exception {
    return PublishedProfile.read(bytes(Reports.of(ledger)));
  }

  @Test
  void hasTheTotalsOfTheReport() throws Exception {
    LedgerBuilder ledger = MeshRun.withSites(ledger());
    MeshRun.record(ledger, "1");
    Report report = Reports.of(ledger);
    long[] sums = new long[4];
    PublishedProfile profile = PublishedProfile.read(bytes(report));
    for (Sample sample : profile.samples()) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += sample.values().get(i);
      }
    }

    assertThat(profile.sampleTypes())
        .containsExactly(
            "inuse_objects/count", "inuse_space/bytes", "alloc_objects/count", "alloc_space/bytes");
    assertThat(sums[0])
        .isEqualTo(report.findings().stream().mapToLong(f -> f.amount().count()).sum());
    assertThat(sums[1])
        .isEqualTo(report.findings().stream().mapToLong(f -> f.amount().regionBytes()).sum())
        .isEqualTo(317_440);
    assertThat(sums[2]).isEqualTo(report.totals().opened());
    assertThat(sums[3])
        .isEqualTo(
            report.history().opened().stream().mapToLong(tally -> tally.openings().bytes()).sum())
        .isGreaterThanOrEqualTo(sums[1]);
  }

  @Test
  void countsWhatWasLostAndHasNoSlot() throws Exception {
    List<Frame> stack = stack("acme.Pool.take:9", "acme.Main.run:48");
    LedgerBuilder ledger = ledger();
    ledger.open(BUFFER, stack).bytes(64).collected();
    ledger.folded(BUFFER, stack, 9_999, 64);

    assertThat(read(ledger).samples().get(0).values()).containsExactly(10_000L, 640_000L, 0L, 0L);
  }

  @Test
  void labelsOpenResourcesAndCountsAllOpenings() throws Exception {
    LedgerBuilder ledger = ledger();
    List<Frame> stack = stack("acme.Pool.take:9", "acme.Main.run:48");
    ledger.open(BUFFER, stack).on("c3#1", 3, "DRAM").at(0x1000, 512).bytes(1L << 40);
    ledger.closed(BUFFER, stack, 299, 1_000);

    List<Sample> samples = read(ledger).samples();

    assertThat(samples).hasSize(2);
    assertThat(samples.get(0).values()).containsExactly(1L, 1L << 40, 0L, 0L);
    assertThat(samples.get(0).frames()).containsExactly("acme.Pool.take:9", "acme.Main.run:48");
    assertThat(samples.get(0).labels())
        .containsExactly(
            entry("device", "3"),
            entry("process", "4242 demo mesh"),
            entry("space", "DRAM"),
            entry("type", "buffer"),
            entry("verdict", "LEFT_OPEN"));
    assertThat(samples.get(1).values()).containsExactly(0L, 0L, 300L, 1L << 40);
    assertThat(samples.get(1).labels()).containsOnlyKeys("process", "type");
  }

  @Test
  void tellsWhatKeepsResourcesAndWhatOfTheHeapTheyKeep() throws Exception {
    List<Frame> stack = stack("acme.Pool.take:9", "acme.Main.run:48");
    PublishedProfile profile =
        PublishedProfile.read(
            bytes(
                KeptResources.report(
                    type("file", "acme.File"),
                    stack,
                    KeptResources.inList(3),
                    KeptResources.inList(4))));

    assertThat(profile.sampleTypes()).endsWith("alloc_space/bytes", "heap_bytes/bytes");
    assertThat(profile.samples().get(0).values()).containsExactly(2L, 0L, 0L, 0L, 48L);
    assertThat(profile.samples().get(0).labels())
        .containsEntry("kept_by", "static Registry.ALL -> ArrayList[*]");
    assertThat(profile.samples().get(1).values()).containsExactly(0L, 0L, 2L, 0L, 0L);
  }

  @Test
  void containsTheTimeOfReadingAndTheDefaultSampleType() throws Exception {
    LedgerBuilder ledger = ledger();
    ledger.open(type("file", "acme.File"), List.of());
    PublishedProfile profile = read(ledger);

    assertThat(profile.field("time_nanos"))
        .isEqualTo(TestProcess.CLOCK_BASE.plusSeconds(2).getEpochSecond() * 1_000_000_000);
    assertThat(profile.text(profile.field("default_sample_type"))).isEqualTo("inuse_space");
    assertThat(profile.samples().get(0).frames()).containsExactly("(stack not captured):0");
  }

  @Test
  void isTheSameForTheSameLedger() throws Exception {
    LedgerBuilder ledger = ledger();
    MeshRun.record(ledger, "1");
    assertThat(bytes(Reports.of(ledger))).isEqualTo(bytes(Reports.of(ledger)));
  }
}
