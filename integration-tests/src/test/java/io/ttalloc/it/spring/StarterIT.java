package io.ttalloc.it.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Tests the meters and the endpoint of a web application that leaks, over HTTP. */
class StarterIT {
  private static final String PROGRAM = "io.ttalloc.spring.LeakyApplication";

  private static final String RULES =
      """
        - class: io.ttalloc.spring.LeakyApplication$Stream
          type: stream
          open: [<init>]
          close: [close]
      """;

  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir private Path folder;

  private HttpResponse<String> get(RunningJvm running, String path)
      throws IOException, InterruptedException {
    String port = running.awaitLine("^port \\d+$").substring("port ".length());
    URI address = URI.create("http://127.0.0.1:" + port + "/actuator/" + path);
    return client.send(
        HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
  }

  private JsonObject json(RunningJvm running, String path)
      throws IOException, InterruptedException {
    HttpResponse<String> response = get(running, path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JsonParser.parseString(response.body()).getAsJsonObject();
  }

  private double meter(RunningJvm running, String name) throws Exception {
    JsonElement measured = json(running, "metrics/" + name).getAsJsonArray("measurements").get(0);
    return measured.getAsJsonObject().get("value").getAsDouble();
  }

  @Variant
  @OneJdk
  void metersAndEndpointShowWhatTheAgentRecordsUntilItIsDetached(Jdk jdk) throws Exception {
    assertShown(jdk, SpringPrograms.classPath());
  }

  @Variant
  @OneJdk
  void theyShowTheSameWithSpringBoot4(Jdk jdk) throws Exception {
    Path[] classPath = SpringPrograms.classPathOfBoot4();

    assertThat(classPath).anyMatch(jar -> jar.toString().contains("micrometer-core-1.16."));
    assertShown(jdk, classPath);
  }

  private void assertShown(Jdk jdk, Path[] classPath) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    TestJvm jvm = tracked.on(jdk).classPath(classPath).main(PROGRAM);
    try (RunningJvm running = jvm.start()) {
      assertThat(meter(running, "ttalloc.resources.leaks?tag=type:stream&tag=verdict:LOST"))
          .isEqualTo(3);
      assertThat(meter(running, "ttalloc.resources.open?tag=type:stream")).isEqualTo(4);

      JsonObject answer = json(running, "resources");
      assertThat(answer.get("tracked").getAsBoolean()).isTrue();
      assertThat(answer.get("message").getAsString())
          .startsWith("tt-alloc dump " + running.pid() + " ");
      JsonObject counters = answer.getAsJsonObject("counters");
      assertThat(counters.get("ledger").getAsString())
          .isEqualTo(tracked.ledgers().ledgers().get(0).toString());
      assertThat(counters.get("types").toString())
          .isEqualTo("[{\"type\":\"stream\",\"opened\":4,\"closed\":0,\"open\":4,\"lost\":3}]");

      TestJvm.on(Jdks.ofThisBuild())
          .monitor("detach", Long.toString(running.pid()))
          .run()
          .expectSuccess();
      assertNothingIsTracked(running);
    }
  }

  private void assertNothingIsTracked(RunningJvm running) throws Exception {
    assertThat(json(running, "resources").get("tracked").getAsBoolean()).isFalse();
    assertThat(json(running, "resources").get("message").getAsString())
        .startsWith("nothing is tracked in this JVM: start it with -javaagent:");
    // Another thread removes the meters.
    Await.until(
        () ->
            get(running, "metrics/ttalloc.resources.open").statusCode() == 404
                && get(running, "metrics/ttalloc.resources.leaks").statusCode() == 404);
    assertThat(json(running, "metrics").toString())
        .contains("jvm.memory.used")
        .doesNotContain("ttalloc");
  }
}
