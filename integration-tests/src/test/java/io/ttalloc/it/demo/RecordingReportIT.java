package io.ttalloc.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.DemoRun;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.SharedDemoRuns;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import one.convert.Main;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.IMCFrame;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.Attribute;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/**
 * Tests that tools for flight recordings show the same leaks as the JSON report made from the same
 * ledger.
 */
@Variant
class RecordingReportIT {
  private static final String OPEN = "ttalloc.ResourceOpen";
  private static final IAttribute<IQuantity> BYTES =
      Attribute.attr("regionBytes", "regionBytes", UnitLookup.MEMORY);
  private static final IAttribute<Number> COUNT =
      Attribute.attr("count", "count", UnitLookup.RAW_NUMBER);

  @TempDir private Path folder;

  /** The totals of the open resources that share a stack. */
  private record Sum(long count, long regionBytes) {
    Sum plus(Sum other) {
      return new Sum(count + other.count, regionBytes + other.regionBytes);
    }
  }

  @OneJdk
  void readersOfTheJdkSeeTheTotalsOfEachStack(Jdk jdk) throws Exception {
    Path recording = dump(jdk, "mesh", "open.jfr");
    Map<String, Sum> expected = sums(json(jdk, "mesh"));

    Map<String, Sum> found = new TreeMap<>();
    long events = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
      if (event.getEventType().getName().equals(OPEN)) {
        String stack =
            event.getStackTrace().getFrames().stream()
                .map(
                    frame ->
                        frame.getMethod().getType().getName()
                            + "."
                            + frame.getMethod().getName()
                            + ":"
                            + frame.getLineNumber())
                .collect(Collectors.joining(" "));
        found.merge(
            stack, new Sum(event.getLong("count"), event.getLong("regionBytes")), Sum::plus);
        assertThat(event.getThread().getJavaName()).isNotEmpty();
        assertThat(event.getDuration()).isPositive();
        events++;
      }
    }

    assertThat(found).isEqualTo(expected).hasSizeGreaterThan(3);
    assertThat(jfr(jdk, "summary", recording.toString()))
        .containsPattern(OPEN.replace(".", "\\.") + " +" + events + " ");
    String printed =
        jfr(jdk, "print", "--stack-depth", "64", "--events", OPEN, recording.toString());
    assertThat(printed)
        .contains("verdict = \"CACHED\"")
        .contains("io.ttalloc.demo.MeshScenario.run()");
    assertThat(printed.split("\nttalloc.ResourceOpen \\{|^ttalloc.ResourceOpen \\{", -1))
        .hasSize((int) events + 1);
  }

  @OneJdk
  void missionControlSeesTheTotalsOfEachStack(Jdk jdk) throws Exception {
    Path recording = dump(jdk, "mesh", "open.jfr");
    Map<String, Sum> found = new TreeMap<>();
    for (IItemIterable items : JfrLoaderToolkit.loadEvents(recording.toFile())) {
      if (items.getType().getIdentifier().equals(OPEN)) {
        assertThat(items.getType().getName()).isEqualTo("Open Resource");
        for (IItem item : items) {
          Sum sum =
              new Sum(
                  COUNT.getAccessor(items.getType()).getMember(item).longValue(),
                  BYTES.getAccessor(items.getType()).getMember(item).longValue());
          IMCStackTrace stack =
              JfrAttributes.EVENT_STACKTRACE.getAccessor(items.getType()).getMember(item);
          found.merge(frames(stack), sum, Sum::plus);
          IMCThread thread =
              JfrAttributes.EVENT_THREAD.getAccessor(items.getType()).getMember(item);
          assertThat(thread.getThreadName()).isNotEmpty();
        }
      }
    }

    assertThat(found).isEqualTo(sums(json(jdk, "mesh")));
  }

  private static String frames(IMCStackTrace stack) {
    List<String> calls = new ArrayList<>();
    for (IMCFrame frame : stack.getFrames()) {
      calls.add(
          frame.getMethod().getType().getFullName()
              + "."
              + frame.getMethod().getMethodName()
              + ":"
              + frame.getFrameLineNumber());
    }
    return String.join(" ", calls);
  }

  @OneJdk
  void asyncProfilersConverterMakesAFlameGraphOfWhatIsOpen(Jdk jdk) throws Exception {
    Path recording = dump(jdk, "mesh", "open.jfr");
    Path page = folder.resolve("open.html");
    Map<String, Long> liveBytes = new TreeMap<>();
    Map<String, Long> liveCounts = new TreeMap<>();
    Map<String, Long> leakedBytes = new TreeMap<>();
    Map<String, Long> leakedCounts = new TreeMap<>();
    for (JsonObject finding : json(jdk, "mesh").findings()) {
      long count = finding.get("count").getAsLong();
      long bytes = finding.get("regionBytes").getAsLong();
      String stack = folded(finding);
      String stackAndClass = stack + ";" + finding.get("class").getAsString();
      liveBytes.merge(stackAndClass, bytes, Long::sum);
      liveCounts.merge(stackAndClass, count, Long::sum);
      // A resource without bytes counts as one byte, because the converter would treat zero as a
      // free.
      leakedBytes.merge(stack, bytes == 0 ? count : bytes, Long::sum);
      leakedCounts.merge(stack, count, Long::sum);
    }
    liveBytes.values().removeIf(sum -> sum == 0);
    assertThat(leakedCounts).hasSizeGreaterThan(3);

    assertThat(converted(recording, "--live", "--total")).isEqualTo(liveBytes);
    assertThat(converted(recording, "--live")).isEqualTo(liveCounts);
    assertThat(converted(recording, "--nativemem", "--leak", "--total")).isEqualTo(leakedBytes);
    assertThat(converted(recording, "--nativemem", "--leak")).isEqualTo(leakedCounts);
    Main.main(new String[] {"--live", "--total", recording.toString(), page.toString()});
    assertThat(Files.readString(page)).contains("MeshScenario");
  }

  /** The output of async-profiler's converter for a recording. */
  private Map<String, Long> converted(Path recording, String... options) throws Exception {
    Path file = folder.resolve("converted.collapsed");
    List<String> arguments = new ArrayList<>(Arrays.asList(options));
    arguments.add(recording.toString());
    arguments.add(file.toString());
    Main.main(arguments.toArray(String[]::new));
    return collapsed(file);
  }

  /** The stack of a finding as the converter writes it: outermost frame first. */
  private static String folded(JsonObject finding) {
    List<String> frames = new ArrayList<>();
    for (JsonElement element : finding.getAsJsonArray("openedBy")) {
      JsonObject frame = element.getAsJsonObject();
      frames.add(
          0,
          frame.get("class").getAsString().replace('.', '/')
              + "."
              + frame.get("method").getAsString());
    }
    return String.join(";", frames);
  }

  private static Map<String, Long> collapsed(Path file) throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      Matcher parts = Pattern.compile("(.*) (\\d+)").matcher(line);
      assertThat(parts.matches()).as(line).isTrue();
      String stack = parts.group(1).replaceAll("_\\[[a-z0-9]]", "");
      sums.merge(stack, Long.parseLong(parts.group(2)), Long::sum);
    }
    return sums;
  }

  private static Map<String, Sum> sums(JsonReport report) {
    Map<String, Sum> sums = new TreeMap<>();
    for (JsonObject finding : report.findings()) {
      List<String> frames = new ArrayList<>();
      for (JsonElement element : finding.getAsJsonArray("openedBy")) {
        JsonObject frame = element.getAsJsonObject();
        frames.add(
            frame.get("class").getAsString()
                + "."
                + frame.get("method").getAsString()
                + ":"
                + Math.max(0, frame.get("line").getAsInt()));
      }
      Sum sum = new Sum(finding.get("count").getAsLong(), finding.get("regionBytes").getAsLong());
      sums.merge(String.join(" ", frames), sum, Sum::plus);
    }
    return sums;
  }

  private JsonReport json(Jdk jdk, String scenario) throws Exception {
    return JsonReport.read(dump(jdk, scenario, "report.json"));
  }

  private Path dump(Jdk jdk, String scenario, String name) throws Exception {
    DemoRun run = SharedDemoRuns.of(jdk, scenario);
    Path file = folder.resolve(name);
    Monitor.here("dump", run.ledgers().ledgers().get(0).toString(), "-o" + file).expectSuccess();
    return file;
  }

  /** Runs the {@code jfr} tool of a JDK, which reads recordings. */
  private static String jfr(Jdk jdk, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(jdk.home().resolve("bin/jfr").toString());
    command.addAll(Arrays.asList(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }
}
