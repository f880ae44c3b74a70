package io.ttalloc.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.gson.JsonObject;
import io.ttalloc.it.applications.Application;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.it.libraries.shop.Shop;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a web application with a connection pool, which receives HTTP requests and is stopped by a
 * signal.
 */
class SpringBootIT {
  private static final int REQUESTS = 1_000;
  private static final int REQUESTS_OF_JAR = 100;
  private static final int LEAKS = 3;
  private static final List<String> LEAKY = List.of("leaky-connection", "leaky-file");
  private static final String[] ARGUMENTS = {"--server.port=0", "--spring.main.banner-mode=off"};

  /**
   * The minimum number of resources that a request opens: connections, statements, a result set and
   * a file.
   */
  private static final int OPENED_BY_A_REQUEST = 7;

  private static final Pattern OWN_LINE =
      Pattern.compile(
          " (?:that|returned to) OrderController\\.(\\w+)\\(OrderController\\.java:\\d+\\)");

  /** The client that sends the requests of all tests. */
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private Path folder;

  @EveryJdk
  void isNotAccusedOfAnything(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    JvmResult result = run(tracked, onClassPath(tracked, jdk), REQUESTS, List.of());

    assertNothingWrong(tracked.json(), result, REQUESTS);
  }

  @EveryJdk
  void itsLeaksAreFoundWithItsOwnLines(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    JvmResult result = run(tracked, onClassPath(tracked, jdk), REQUESTS, LEAKY);

    assertLeaksFound(tracked.json(), result, "a web application of Spring Boot");
  }

  @OneJdk
  void asAnExecutableJarItIsNotAccusedEither(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    JvmResult result = run(tracked, inOneJar(tracked, jdk), REQUESTS_OF_JAR, List.of());

    assertNothingWrong(tracked.json(), result, REQUESTS_OF_JAR);
  }

  @EveryJdk
  void asAnExecutableJarItHasTheSameLeaks(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    JvmResult result = run(tracked, inOneJar(tracked, jdk), REQUESTS_OF_JAR, LEAKY);

    assertLeaksFound(tracked.json(), result, "the same in an executable jar");
  }

  private TrackedRun tracked() throws IOException {
    return TrackedRun.in(folder).option("packs=auto");
  }

  private static TestJvm onClassPath(TrackedRun tracked, Jdk jdk) {
    return tracked
        .on(jdk)
        .classPath(LibraryClassPath.entries().toArray(Path[]::new))
        .main(Shop.class.getName(), ARGUMENTS);
  }

  private static TestJvm inOneJar(TrackedRun tracked, Jdk jdk) throws IOException {
    return tracked
        .on(jdk)
        .jar(ExecutableJar.write(tracked.file("shop.jar"), Shop.class), ARGUMENTS);
  }

  private static void assertNothingWrong(JsonReport json, JvmResult result, int requests) {
    assertThat(leaks(json)).as(result.err()).isEmpty();
    assertThat(json.lastingReasons()).as(result.err()).isEmpty();
    assertThat(json.misuse()).as(result.err()).isEmpty();
    assertThat(json.total("opened"))
        .as(result.err())
        .isGreaterThan((long) requests * OPENED_BY_A_REQUEST);
  }

  private static void assertLeaksFound(JsonReport json, JvmResult result, String application)
      throws IOException {
    assertThat(leaks(json))
        .as(result.err())
        .extracting(
            leak -> leak.get("type").getAsString(),
            leak -> leak.get("count").getAsInt(),
            SpringBootIT::ownMethod)
        .containsExactlyInAnyOrder(
            tuple("borrowed connection", LEAKS, "leakConnection"),
            tuple("file", LEAKS, "leakFile"));
    Application.named(application)
        .assertReported(
            json, result.err(), "OrderController.leakConnection", "OrderController.leakFile");
  }

  private static JvmResult run(TrackedRun tracked, TestJvm jvm, int requests, List<String> leaky)
      throws Exception {
    Path file = Files.writeString(tracked.file("read"), "text");
    String query = "?file=" + file;
    try (RunningJvm shop = jvm.start()) {
      String line = shop.awaitLine(Shop.LISTENING);
      String address =
          "http://localhost:"
              + line.substring(line.indexOf(Shop.LISTENING) + Shop.LISTENING.length())
              + "/";
      for (int i = 0; i < requests; i++) {
        ask(address + "orders/" + i + query);
      }
      for (String path : leaky) {
        for (int i = 0; i < LEAKS; i++) {
          ask(address + path + query);
        }
      }
      return shop.terminate();
    }
  }

  private static void ask(String url) throws IOException, InterruptedException {
    var answer =
        CLIENT.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as("%s: %s", url, answer.body()).isEqualTo(200);
  }

  private static List<JsonObject> leaks(JsonReport json) {
    return json.findings().stream().filter(each -> each.get("leak").getAsBoolean()).toList();
  }

  /** The method at the line that the report marks as the program's own. */
  private static String ownMethod(JsonObject leak) {
    Matcher own = OWN_LINE.matcher(leak.get("fix").getAsString());
    return own.find() ? own.group(1) : leak.toString();
  }
}
