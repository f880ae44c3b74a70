package io.ttalloc.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.packs.LoopbackServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The packs on a program of HTTP clients, which know themselves what was not given back. */
class HttpProgramIT {
  private static final int LEAKS = 3;

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
    assertThat(leaks(json))
        .as(result.err())
        .extracting(leak -> leak.get("type").getAsString())
        .containsExactlyInAnyOrder("okhttp response", "http response");
    assertThat(leaks(json)).allMatch(leak -> leak.get("count").getAsInt() == LEAKS);
    assertThat(result.out().lines())
        .containsExactlyInAnyOrder("okhttp " + own(json, "okhttp response"), "httpclient " + LEAKS);
    assertThat(result.err().lines().filter(line -> line.endsWith("<- your code")))
        .anyMatch(line -> line.contains(" " + own(json, "okhttp response") + " "))
        .anyMatch(line -> line.contains(" " + own(json, "http response") + " "));
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

  /** The innermost frame of the program on the stack of a leak, as stack traces show it. */
  private static String own(JsonReport json, String type) {
    JsonObject leak =
        leaks(json).stream()
            .filter(each -> each.get("type").getAsString().equals(type))
            .findFirst()
            .orElseThrow();
    return JsonReport.frames(leak, "openedBy").stream()
        .filter(frame -> frame.startsWith(HttpProgram.class.getSimpleName() + "."))
        .map(frame -> HttpProgram.class.getPackageName() + "." + frame)
        .findFirst()
        .orElseThrow();
  }
}
