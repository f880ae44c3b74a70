package io.ttalloc.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.packs.ways.LoopbackServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Tests the packs with a program whose HTTP clients report unclosed responses themselves. */
class HttpProgramIT {
  /** One of the three methods drops two OkHttp responses; each of the others drops one. */
  private static final int LEAKS = HttpProgram.DROPPERS + 1;

  @TempDir private Path folder;

  @EveryJdk
  void aProgramThatClosesEverythingHasNoLeak(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);

    JvmResult result = run(tracked, jdk, 0);

    JsonReport json = tracked.json();
    assertThat(leaks(json)).as(result.err()).isEmpty();
    assertThat(json.misuse()).as(result.err()).isEmpty();
    assertThat(json.lastingReasons()).isEmpty();
    assertThat(json.total("opened")).isGreaterThan(80);
    assertThat(result.out().lines()).containsExactly("httpclient 0");
  }

  @EveryJdk
  void theLeaksAreThoseThatTheClientsDetect(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder);

    JvmResult result = run(tracked, jdk, LEAKS);

    JsonReport json = tracked.json();
    List<String> ofOkHttp = own(json, "okhttp response");
    List<String> ofHttpClient = own(json, "http response");
    assertThat(leaks(json))
        .as(result.err())
        .extracting(leak -> leak.get("type").getAsString())
        .containsOnly("okhttp response", "http response");
    assertThat(new TreeSet<>(ofOkHttp)).hasSize(HttpProgram.DROPPERS);
    assertThat(result.out().lines())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    ofOkHttp.stream().map(frame -> "okhttp " + frame),
                    Stream.of("httpclient " + ofHttpClient.size()))
                .toList());
    List<String> marked =
        result.err().lines().filter(line -> line.endsWith("<- your code")).toList();
    assertThat(Stream.concat(ofOkHttp.stream(), ofHttpClient.stream()))
        .hasSize(2 * LEAKS)
        .allSatisfy(frame -> assertThat(marked).anyMatch(line -> line.contains(" " + frame + " ")));
  }

  private static JvmResult run(TrackedRun tracked, Jdk jdk, int leaks) throws Exception {
    try (LoopbackServer server = new LoopbackServer()) {
      return tracked
          .option("packs=auto")
          .on(jdk)
          .classPath(LibraryClassPath.entries().toArray(Path[]::new))
          .jvmFlags("-D" + LoopbackServer.PROPERTY + "=" + server.address())
          .main(HttpProgram.class, String.valueOf(leaks), tracked.file(".").toString())
          .run()
          .expectSuccess();
    }
  }

  private static List<JsonObject> leaks(JsonReport json) {
    return json.findings().stream().filter(each -> each.get("leak").getAsBoolean()).toList();
  }

  /**
   * The innermost frame of the program in the stack of each leak, in the format of a stack trace. A
   * frame is repeated for each resource of the leak.
   */
  private static List<String> own(JsonReport json, String type) {
    List<String> frames = new ArrayList<>();
    for (JsonObject leak : leaks(json)) {
      if (leak.get("type").getAsString().equals(type)) {
        String frame =
            JsonReport.frames(leak, "openedBy").stream()
                .filter(line -> line.startsWith(HttpProgram.class.getSimpleName() + "."))
                .findFirst()
                .orElse("no line of the program");
        frames.addAll(
            Collections.nCopies(
                leak.get("count").getAsInt(), HttpProgram.class.getPackageName() + "." + frame));
      }
    }
    return frames;
  }
}
