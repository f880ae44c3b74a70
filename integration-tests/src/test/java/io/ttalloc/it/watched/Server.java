package io.ttalloc.it.watched;

import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A running {@code tt-alloc serve} on its own port. Not thread-safe. */
public final class Server implements AutoCloseable {
  private static final String SERVES = "tt-alloc is listening on http://";

  private final RunningJvm jvm;
  private final String address;
  private final HttpClient client = HttpClient.newHttpClient();

  private Server(RunningJvm jvm, String address) {
    this.jvm = jvm;
    this.address = address;
  }

  /**
   * Starts the server on the ledgers of a folder, on a free port and without a socket unless an
   * option says otherwise.
   */
  public static Server on(Path ledgers, String... options) throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("serve", "--port=0", "--dir=" + ledgers));
    arguments.addAll(List.of(options));
    if (arguments.stream().noneMatch(option -> option.startsWith("--socket="))) {
      arguments.add("--socket=none");
    }
    return started(MonitorCommand.jvm(ledgers, arguments.toArray(String[]::new)));
  }

  /** Starts a {@code serve} command, which chooses a port itself. */
  static Server started(TestJvm serve) throws InterruptedException {
    RunningJvm jvm = serve.start();
    String line = jvm.awaitLine("^" + SERVES);
    String url = line.substring(SERVES.length());
    return new Server(jvm, url.substring(0, url.indexOf('/')));
  }

  /** Host and port. */
  public String address() {
    return address;
  }

  /** The content at a path, whose status must be 200. */
  public String get(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create("http://" + address + path)).build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(path + " gave " + answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }

  /**
   * Repeats a request until nothing is wrong with the response.
   *
   * @param wrong returns what is wrong with a response; empty if nothing is
   */
  void await(String path, Function<String, String> wrong) throws Exception {
    String[] found = {""};
    Await.until(
        () -> {
          found[0] = wrong.apply(get(path));
          return found[0].isEmpty();
        },
        () -> "for " + path + ": " + found[0]);
  }

  /** Waits for the server to print a matching line. */
  public String awaitLine(String regex) throws InterruptedException {
    return jvm.awaitLine(regex);
  }

  /** Terminates the server as a user does. */
  public JvmResult terminate() throws InterruptedException {
    return jvm.terminate();
  }

  @Override
  public void close() {
    jvm.close();
  }
}
