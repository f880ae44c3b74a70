package io.ttalloc.top;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.site.Title;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.watch.LedgerPulse;
import io.ttalloc.ledger.watch.TypeCounts;
import io.ttalloc.watch.DeviceUse;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessDevice;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ReportDigest;
import io.ttalloc.watch.SiteUse;
import io.ttalloc.watch.ledgers.ProcessState;
import io.ttalloc.watch.ledgers.SampleLedger;
import io.ttalloc.watch.natives.NativeState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/** Builds states of a fictional machine. */
final class SampleMachine {
  static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  static final Look PLAIN = new Look(Glyphs.UNICODE, false, ZoneOffset.UTC);
  static final Look COLOURED = new Look(Glyphs.UNICODE, true, ZoneOffset.UTC);

  /** The machine that all tests share; it never changes. */
  static final SampleMachine SHARED = written();

  private static final long SECOND = 1_000_000_000;

  private final ReportEntry buffers;
  private final ReportEntry sessions;

  /** Writes the ledger with the open resources to a temporary folder. */
  private static SampleMachine written() {
    try {
      Path folder = Files.createTempDirectory("sample-machine");
      try {
        return new SampleMachine(folder);
      } finally {
        try (Stream<Path> files = Files.list(folder)) {
          for (Path file : files.toList()) {
            Files.delete(file);
          }
        }
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SampleMachine(Path folder) throws IOException {
    SampleLedger ledger = SampleLedger.of(folder, 7, NOW, "java -jar app.jar");
    for (int i = 0; i < 1_200; i++) {
      ledger.open("buffer", 1);
    }
    LedgerFiles files = ledger.open("session", 1).open("session", 2).ended(3);
    List<ReportEntry> entries =
        Analysis.of(LedgerReader.read(files.ledger(), Liveness.PROBE), AnalysisOptions.defaults())
            .entries();
    ReportEntry both = entries.get(0);
    buffers = new ReportEntry(both.group(), both.heading(), both.rows().subList(0, 1));
    sessions = new ReportEntry(both.group(), both.heading(), both.rows().subList(1, 2));
  }

  /** A state with a running process that grows, one that was killed, and one that has ended. */
  MachineState state() {
    return state(
        List.of(
            process(
                4711,
                ProcessState.RUNNING,
                "java -jar /opt/app/server.jar --port 8080",
                digest(null, 2, leaking(), open()),
                true),
            process(4242, ProcessState.KILLED, "java com.acme.Main", digest(1L, 90, lost()), false),
            process(32_003, ProcessState.ENDED, "java -jar demo.jar mesh", null, false)));
  }

  static MachineState state(List<ProcessView> processes) {
    List<ProcessDevice> devices = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      devices.add(use(i, "DRAM", 800L << 20, 1_000L << 20, 1L << 30));
      devices.add(use(i, "L1", 95 << 10, 96 << 10, 100L << 10));
    }
    devices.add(
        new ProcessDevice(
            4711,
            new DeviceUse(
                0,
                "L1_SMALL",
                4_096,
                8_192,
                3,
                1,
                null,
                new DeviceUse.Reported(4_096, 1_024, 0, 0, 0, null))));
    devices.add(
        new ProcessDevice(
            4711,
            new DeviceUse(
                0,
                "TRACE",
                512,
                512,
                1,
                0,
                1L << 20,
                new DeviceUse.Reported(512, 0, 128, 256, 0, 0.0))));
    return new MachineState(NOW, processes, devices, List.of(), 3, 1, List.of());
  }

  private static ProcessDevice use(int device, String space, long bytes, long peak, long capacity) {
    return new ProcessDevice(
        4711,
        new DeviceUse(
            device,
            space,
            bytes,
            peak,
            10,
            2,
            capacity,
            new DeviceUse.Reported(bytes, 0, 0, 0, 0, 0.5)));
  }

  ProcessView process(
      long pid, ProcessState state, String command, @Nullable ReportDigest digest, boolean moving) {
    ProcessEntry.Ended ended =
        switch (state) {
          case RUNNING -> ProcessEntry.Ended.RUNNING;
          case KILLED -> ProcessEntry.Ended.KILLED;
          default -> ProcessEntry.Ended.EXIT;
        };
    ProcessEntry entry =
        new ProcessEntry(
            pid,
            NOW.minusSeconds(185),
            new ProcessEntry.Clock(NOW.minusSeconds(185), 0, 185 * SECOND, 185 * SECOND),
            command,
            "a JVM",
            ended,
            false,
            true,
            Set.of());
    return new ProcessView(
        Path.of("ledgers", pid + "-1-0000000a.ledger"),
        state,
        new LedgerPulse(
            entry, List.of(new TypeCounts("handle", 90, 40, 0, 0)), List.of(), Map.of(), 0, 0),
        false,
        digest,
        List.of(),
        moving ? 12.34 : 0,
        moving ? 9 : 0,
        moving ? List.of(0L, 10L, 20L, 30L, 40L, 50L) : List.of(50L),
        moving);
  }

  static ReportDigest digest(@Nullable Long leaks, long secondsAgo, SiteUse... sites) {
    return new ReportDigest(
        new ReportDigest.Reading(
            NOW.minusSeconds(secondsAgo), false, NOW.minusSeconds(secondsAgo), Long.MAX_VALUE),
        new ReportDigest.Sums(
            leaks == null ? "NOT JUDGED: it still runs" : leaks + " LEAK: 50 open",
            50,
            3_500_000,
            leaks,
            0,
            0),
        List.of(sites),
        0,
        List.of(),
        List.of(),
        Map.of());
  }

  SiteUse leaking() {
    return site(buffers, Verdicts.CACHED, true, true, "Ttnn.matmul", 4.5, 88);
  }

  SiteUse open() {
    return site(sessions, Verdicts.OPEN, false, false, "Pool.borrow", 0, -1);
  }

  SiteUse lost() {
    return site(sessions, Verdicts.LOST, true, false, "Main.run", 0, 0);
  }

  private static SiteUse site(
      ReportEntry like,
      Verdict verdict,
      boolean leak,
      boolean growing,
      String title,
      double rate,
      long grew) {
    ReportEntry.Group group = new ReportEntry.Group(verdict, leak, growing, List.of(), null, null);
    return new SiteUse(
        new ReportEntry(group, new Title(title, null), like.rows()), NOW, 5_000, rate, grew);
  }

  /** A state without native processes. */
  static TopState alone(MachineState state) {
    return new TopState(state, NativeState.NONE);
  }

  /** A view in which the first site is expanded. */
  static TopView opened(MachineState state) {
    TopView sites = TopView.FIRST.on(TopView.Panel.SITES);
    return TopNavigation.press(TopKey.of(TopKey.Kind.ENTER), sites, state, 80, 24).view();
  }

  /** Joins the lines, without the trailing blanks of the highlighted row. */
  static String text(List<AttributedString> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.toString().stripTrailing()).append('\n'));
    return text.toString();
  }
}
