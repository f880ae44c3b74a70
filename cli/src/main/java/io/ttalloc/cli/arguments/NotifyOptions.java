package io.ttalloc.cli.arguments;

import io.ttalloc.serve.notify.Destination;
import io.ttalloc.serve.notify.ReceiverUrl;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for notifications about leaks. */
public final class NotifyOptions {
  private static final URI ANY = URI.create("http://localhost/");

  @Option(
      names = "--notify",
      paramLabel = "URL",
      description =
          "Post a JSON object to this URL when a finding becomes a leak, and another when it is"
              + " no longer a leak.")
  private @Nullable String notify;

  @Option(
      names = "--notify-headers-file",
      paramLabel = "FILE",
      description =
          "A file, readable only by you, with HTTP headers for the --notify requests, one per"
              + " line: NAME: VALUE.")
  private @Nullable Path notifyHeaders;

  /**
   * Returns the receiver of the notifications; null if there is none.
   *
   * @throws CommandFailure if an option is invalid
   */
  public @Nullable Destination destination() {
    if (notify == null) {
      if (notifyHeaders != null) {
        throw new CommandFailure("--notify-headers-file requires --notify URL");
      }
      return null;
    }
    try {
      return new Destination(
          ReceiverUrl.of(notify), notifyHeaders == null ? Map.of() : headers(notifyHeaders));
    } catch (IllegalArgumentException e) {
      // Do not print the address, which may contain secrets.
      throw new CommandFailure(
          ("the address of --notify cannot be used: %s, expected an address such as"
                  + " https://host:8443/path")
              .formatted(e.getMessage()),
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
            "line %d of the header file %s cannot be used, expected NAME: VALUE, where NAME is a header that an HTTP client may set"
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
