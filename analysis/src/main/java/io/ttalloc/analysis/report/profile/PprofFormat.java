package io.ttalloc.analysis.report.profile;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.analysis.wording.ProgramName;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.TallyEntry;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A profile for {@code pprof}: open resources, open bytes by region, and all openings.
 *
 * <p>Open resources are labelled with verdict, device, space, type and process. Openings are
 * samples of their own, by stack and type only, since the devices of closed resources are not
 * recorded. After a look into the heap there are also the bytes of the heap that would be freed,
 * and what keeps most of the resources of a stack reachable is the label {@code kept_by}.
 */
public final class PprofFormat extends ReportFormat {
  private static final String LIVE_BYTES = "live_bytes";

  public PprofFormat() {
    super("pprof", ".pb.gz");
  }

  @Override
  public boolean isBinary() {
    return true;
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    GZIPOutputStream zipped = new GZIPOutputStream(out);
    zipped.write(new Writing(report).profile());
    zipped.finish();
    out.flush();
  }

  private static final class Writing {
    private final Report report;
    private final String process;
    private final ProtoWriter profile = new ProtoWriter();
    private final ProfileTables tables = new ProfileTables();
    private final List<LiveStack> stacks;
    private final boolean knowHeap;

    Writing(Report report) {
      this.report = report;
      stacks = LiveStack.of(report);
      knowHeap = LiveStack.knowHeap(stacks);
      process = report.process().pid() + " " + ProgramName.of(report.process().command());
    }

    byte[] profile() {
      sampleType("live_count", "count");
      sampleType(LIVE_BYTES, "bytes");
      sampleType("opened_count", "count");
      if (knowHeap) {
        sampleType("heap_bytes", "bytes");
      }
      for (LiveStack stack : stacks) {
        live(stack);
      }
      for (TallyEntry opened : report.opened()) {
        opened(opened);
      }
      ProcessEntry at = report.process();
      Instant read = at.clockBase().plusNanos(at.readAtNanos());
      long readNanos = TimeUnit.SECONDS.toNanos(read.getEpochSecond()) + read.getNano();
      profile.number(ProfileFields.PROFILE_TIME_NANOS, readNanos);
      profile.number(ProfileFields.PROFILE_DURATION_NANOS, at.readAtNanos());
      profile.packed(ProfileFields.PROFILE_COMMENT, tables.text("tt-alloc: " + process));
      profile.number(ProfileFields.PROFILE_DEFAULT_SAMPLE_TYPE, tables.text(LIVE_BYTES));
      tables.write(profile);
      return profile.toByteArray();
    }

    private void sampleType(String type, String unit) {
      ProtoWriter message = new ProtoWriter();
      message.number(ProfileFields.VALUE_TYPE_TYPE, tables.text(type));
      message.number(ProfileFields.VALUE_TYPE_UNIT, tables.text(unit));
      profile.message(ProfileFields.PROFILE_SAMPLE_TYPE, message);
    }

    private void live(LiveStack stack) {
      Finding finding = stack.finding();
      ProtoWriter sample =
          sample(finding.opening().frames(), stack.count(), stack.bytes(), 0, stack.heapBytes());
      Integer device = stack.share().device();
      label(sample, "verdict", finding.verdict().name());
      label(sample, "device", device == null ? null : device < 0 ? "mesh" : device.toString());
      label(sample, "space", finding.location().space());
      label(sample, "type", finding.type().name());
      label(sample, "kept_by", stack.keptBy());
      label(sample, "process", process);
      profile.message(ProfileFields.PROFILE_SAMPLE, sample);
    }

    private void opened(TallyEntry opened) {
      ProtoWriter sample = sample(opened.stack(), 0, 0, opened.opened(), 0);
      label(sample, "type", opened.type().name());
      label(sample, "process", process);
      profile.message(ProfileFields.PROFILE_SAMPLE, sample);
    }

    private ProtoWriter sample(List<Frame> frames, long... values) {
      ProtoWriter sample = new ProtoWriter();
      List<Long> stack =
          frames.isEmpty() ? List.of(tables.named(Opening.NO_STACK)) : tables.stack(frames);
      sample.packed(ProfileFields.SAMPLE_LOCATION, stack);
      sample.packed(
          ProfileFields.SAMPLE_VALUE, knowHeap ? values : Arrays.copyOf(values, values.length - 1));
      return sample;
    }

    private void label(ProtoWriter sample, String key, @Nullable String text) {
      if (text != null) {
        ProtoWriter label = new ProtoWriter();
        label.number(ProfileFields.LABEL_KEY, tables.text(key));
        label.number(ProfileFields.LABEL_TEXT, tables.text(text));
        sample.message(ProfileFields.SAMPLE_LABEL, label);
      }
    }
  }
}
