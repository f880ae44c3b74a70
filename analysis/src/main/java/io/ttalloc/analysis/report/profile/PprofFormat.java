package io.ttalloc.analysis.report.profile;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.DeviceName;
import io.ttalloc.text.ProgramName;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A profile for {@code pprof}: open resources, open bytes by region, all openings and their bytes.
 * The sample types have the names used in heap profiles, so that tools for heap profiles can
 * interpret them.
 *
 * <p>Open resources are labelled with verdict, device, space, type and process. Openings are
 * separate samples, by stack and type only, since the devices of closed resources are not recorded.
 * With a heap dump, the profile also has the heap bytes that would be freed, and the label {@code
 * kept_by} names the path that keeps the most resources of a stack reachable.
 */
public final class PprofFormat extends ReportFormat {
  /** The sample type of open resources, in bytes. */
  public static final String INUSE_SPACE = "inuse_space";

  /** The sample type of all openings, in bytes. */
  public static final String ALLOC_SPACE = "alloc_space";

  public PprofFormat() {
    super("pprof", ".pb.gz");
  }

  @Override
  public boolean isBinary() {
    return true;
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    write(List.of(report), INUSE_SPACE, out);
  }

  /**
   * Writes one profile of several processes, which are distinguished by the label {@code process}.
   *
   * @param defaultType the sample type that a reader shows by default
   */
  public static void write(List<Report> reports, String defaultType, OutputStream out)
      throws IOException {
    ByteArrayOutputStream profile = new ByteArrayOutputStream();
    // Close this stream, since it holds native memory; the caller closes {@code out}.
    try (GZIPOutputStream zipped = new GZIPOutputStream(profile)) {
      zipped.write(new Writing(reports, defaultType).profile());
    }
    profile.writeTo(out);
    out.flush();
  }

  private static final class Writing {
    private final List<Report> reports;
    private final String defaultType;
    private final ProtoWriter profile = new ProtoWriter();
    private final ProfileTables tables = new ProfileTables();
    private final boolean knowHeap;
    private String process = "";

    Writing(List<Report> reports, String defaultType) {
      this.reports = reports;
      this.defaultType = defaultType;
      knowHeap = reports.stream().anyMatch(report -> LiveStack.knowHeap(LiveStack.of(report)));
    }

    byte[] profile() {
      sampleType("inuse_objects", "count");
      sampleType(INUSE_SPACE, "bytes");
      sampleType("alloc_objects", "count");
      sampleType(ALLOC_SPACE, "bytes");
      if (knowHeap) {
        sampleType("heap_bytes", "bytes");
      }
      long readNanos = 0;
      long durationNanos = 0;
      for (Report report : reports) {
        add(report);
        readNanos = Math.max(readNanos, readNanos(report.process()));
        durationNanos = Math.max(durationNanos, report.process().clock().lastSeenNanos());
      }
      profile.number(ProfileFields.PROFILE_TIME_NANOS, readNanos);
      profile.number(ProfileFields.PROFILE_DURATION_NANOS, durationNanos);
      profile.number(ProfileFields.PROFILE_DEFAULT_SAMPLE_TYPE, tables.text(defaultType));
      tables.write(profile);
      return profile.toByteArray();
    }

    private void add(Report report) {
      ProcessEntry at = report.process();
      String program = ProgramName.of(at.command());
      process = at.pid() == ProcessEntry.SEVERAL ? program : at.pid() + " " + program;
      for (LiveStack stack : LiveStack.of(report)) {
        live(stack);
      }
      for (TallyEntry opened : report.history().opened()) {
        opened(opened);
      }
      profile.packed(ProfileFields.PROFILE_COMMENT, tables.text("tt-alloc: " + process));
    }

    private static long readNanos(ProcessEntry at) {
      Instant read = at.clock().readAt();
      return TimeUnit.SECONDS.toNanos(read.getEpochSecond()) + read.getNano();
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
          sample(finding.opening().frames(), stack.count(), stack.bytes(), 0, 0, stack.heapBytes());
      Integer device = stack.share().device();
      label(sample, "verdict", finding.verdict().name());
      label(sample, "device", device == null ? null : DeviceName.of(device));
      label(sample, "space", finding.location().space());
      label(sample, "type", finding.type().name());
      label(sample, "kept_by", stack.keptBy());
      label(sample, "process", process);
      profile.message(ProfileFields.PROFILE_SAMPLE, sample);
    }

    private void opened(TallyEntry opened) {
      ProtoWriter sample =
          sample(opened.stack(), 0, 0, opened.opened(), opened.openings().bytes(), 0);
      label(sample, "type", opened.type().name());
      label(sample, "process", process);
      profile.message(ProfileFields.PROFILE_SAMPLE, sample);
    }

    private ProtoWriter sample(List<Frame> frames, long... values) {
      ProtoWriter sample = new ProtoWriter();
      long[] stack =
          frames.isEmpty() ? new long[] {tables.named(Opening.NO_STACK)} : tables.stack(frames);
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
