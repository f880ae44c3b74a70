package io.ttalloc.it.watched;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.testing.Await;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A real Prometheus that scrapes one target five times a second. Not thread-safe. */
final class Prometheus implements AutoCloseable {

  private final Process process;
  private final int port;
  private final HttpClient client = HttpClient.newHttpClient();

  private Prometheus(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Whether Prometheus and its tool are on the search path. */
  static boolean isThere() {
    List<String> folders =
        List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator));
    return List.of("prometheus", "promtool").stream()
        .allMatch(
            name -> folders.stream().anyMatch(f -> Files.isExecutable(Path.of(f).resolve(name))));
  }

  static Prometheus scraping(String target, Path folder) throws IOException {
    return scraping(target, folder, List.of());
  }

  /** Starts a Prometheus that also evaluates rules five times a second. */
  static Prometheus scraping(String target, Path folder, List<Path> rules) throws IOException {
    Path config = folder.resolve("scrape.yml");
    Files.writeString(
        config,
        """
        global: {scrape_interval: 200ms, evaluation_interval: 200ms}
        rule_files: %s
        scrape_configs:
          - job_name: tt-alloc
            static_configs: [{targets: ['%s']}]
        """
            .formatted(rules, target));
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Process process =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("tsdb"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("prometheus.log").toFile())
            .start();
    return new Prometheus(process, port);
  }

  /** Repeats a query until its only result is the expected value. */
  void await(String query, long expected) throws InterruptedException {
    await(
        query,
        result -> result.size() == 1 && value(result.get(0).getAsJsonObject()) == (double) expected,
        "is not " + expected);
  }

  /** Repeats a query until it returns a number. */
  void awaitResult(String query) throws InterruptedException {
    await(
        query,
        result ->
            !result.isEmpty()
                && result.asList().stream()
                    .noneMatch(r -> Double.isNaN(value(r.getAsJsonObject()))),
        "has no result");
  }

  private void await(String query, Predicate<JsonArray> wanted, String otherwise)
      throws InterruptedException {
    String[] last = {""};
    Await.until(
        () -> {
          if (!process.isAlive()) {
            throw new AssertionError("prometheus has ended");
          }
          try {
            last[0] = ask(query);
          } catch (IOException notYetListening) {
            last[0] = notYetListening.toString();
            return false;
          }
          JsonObject answer = JsonParser.parseString(last[0]).getAsJsonObject();
          assertThat(answer.get("status").getAsString()).as(last[0]).isEqualTo("success");
          return wanted.test(answer.getAsJsonObject("data").getAsJsonArray("result"));
        },
        () -> "since " + query + " " + otherwise + " but " + last[0]);
  }

  private static double value(JsonObject result) {
    return result.getAsJsonArray("value").get(1).getAsDouble();
  }

  private String ask(String query) throws IOException, InterruptedException {
    URI uri =
        URI.create(
            "http://127.0.0.1:"
                + port
                + "/api/v1/query?query="
                + URLEncoder.encode(query, StandardCharsets.UTF_8));
    HttpResponse<String> answer =
        client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() == 503) {
      throw new IOException("not ready: " + answer.body());
    }
    return answer.body();
  }

  /** Runs {@code promtool} with a file as its input, and returns its output. */
  static String promtool(Path input, String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("promtool");
    builder.command().addAll(List.of(arguments));
    Process tool = builder.redirectErrorStream(true).redirectInput(input.toFile()).start();
    String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return "status " + tool.waitFor() + ": " + said;
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    process.waitFor();
  }
}
