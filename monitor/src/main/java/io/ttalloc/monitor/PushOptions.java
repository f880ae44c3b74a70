package io.ttalloc.monitor;

import io.ttalloc.monitor.push.Destination;
import io.ttalloc.monitor.push.PushUrl;
import io.ttalloc.monitor.serve.PushSettings;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for what is sent to other machines. */
final class PushOptions {
  private static final URI ANY = URI.create("http://localhost/");
  private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(60);

  @Option(
      names = "--notify",
      paramLabel = "URL",
      description =
          "Send a JSON object there by HTTP when a finding becomes a leak, and another when that"
              + " ends.")
  private @Nullable String notify;

  @Option(
      names = "--notify-headers-file",
      paramLabel = "FILE",
      description = "A file of your own with headers for it, one a line: NAME: VALUE.")
  private @Nullable Path notifyHeaders;

  @Option(
      names = "--otlp",
      paramLabel = "URL",
      description =
          "Send all metrics there by OTLP over HTTP, such as http://localhost:4318/v1/metrics.")
  private @Nullable String otlp;

  @Option(
      names = "--otlp-headers-file",
      paramLabel = "FILE",
      description = "A file of your own with headers for it, one a line: NAME: VALUE.")
  private @Nullable Path otlpHeaders;

  @Option(
      names = "--otlp-interval",
      paramLabel = "TIME",
      converter = IntervalConverter.Sending.class,
      description = "How often; 60s if not given, 1s to 60m.")
  private @Nullable Duration otlpInterval;

  /**
   * What these options ask for.
   *
   * @throws CommandFailure one of them cannot be used
   */
  PushSettings settings() {
    if (otlp == null && otlpInterval != null) {
      throw new CommandFailure("--otlp-interval is given, expected --otlp URL with it");
    }
    return new PushSettings(
        destination("--notify", notify, notifyHeaders),
        destination("--otlp", otlp, otlpHeaders),
        otlpInterval == null ? DEFAULT_INTERVAL : otlpInterval);
  }

  private static @Nullable Destination destination(
      String option, @Nullable String url, @Nullable Path headers) {
    if (url == null) {
      if (headers != null) {
        throw new CommandFailure(
            "%s-headers-file is given, expected %s URL with it".formatted(option, option));
      }
      return null;
    }
    try {
      return new Destination(PushUrl.of(url), headers == null ? Map.of() : headers(headers));
    } catch (IllegalArgumentException e) {
      // Without the address, which may have secrets.
      throw new CommandFailure(
          "the address of %s cannot be used: %s, expected one such as https://host:8443/path"
              .formatted(option, e.getMessage()),
          e);
    }
  }

  private static Map<String, String> headers(Path file) {
    Map<String, String> headers = new LinkedHashMap<>();
    List<String> lines = PrivateFile.read("header", file).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      int colon = line.indexOf(':');
      String name = colon < 0 ? "" : line.substring(0, colon).strip();
      String value = line.substring(colon + 1).strip();
      if (!isHeader(name, value)) {
        throw new CommandFailure(
            "line %d of the header file %s cannot be used, expected NAME: VALUE of a header that HTTP lets a client choose"
                .formatted(i + 1, file));
      }
      headers.put(name, value);
    }
    return headers;
  }

  private static boolean isHeader(String name, String value) {
    try {
      HttpRequest.newBuilder(ANY).header(name, value);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
