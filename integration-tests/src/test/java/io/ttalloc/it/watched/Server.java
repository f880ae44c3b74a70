package io.ttalloc.it.watched;

import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A running {@code tt-alloc serve} on a port of its own. For one thread. */
final class Server implements AutoCloseable {
  private static final String SERVES = "tt-alloc serves http://";

  private final RunningJvm jvm;
  private final String address;
  private final HttpClient client = HttpClient.newHttpClient();

  private Server(RunningJvm jvm, String address) {
    this.jvm = jvm;
    this.address = address;
  }

  /** Starts it on the ledgers of a folder, with further options. */
  static Server on(Path ledgers, String... options) throws InterruptedException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("serve", "--port=0", "--socket=none", "--dir=" + ledgers));
    arguments.addAll(List.of(options));
    return started(
        TestJvm.on(Jdks.ofThisBuild())
            .withoutAgent()
            .jvmFlags("-Dtt-alloc.home=" + Repository.root())
            .jar(Repository.monitorJar(), arguments.toArray(new String[0])));
  }

  /** Starts a command {@code serve} at a port of its own choice. */
  static Server started(TestJvm serve) throws InterruptedException {
    RunningJvm jvm = serve.start();
    String line = jvm.awaitLine("^" + SERVES);
    String url = line.substring(SERVES.length());
    return new Server(jvm, url.substring(0, url.indexOf('/')));
  }

  /** Host and port. */
  String address() {
    return address;
  }

  /** The content at a path, with status 200. */
  String get(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create("http://" + address + path)).build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(path + " gave " + answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }

  String awaitLine(String regex) throws InterruptedException {
    return jvm.awaitLine(regex);
  }

  /** Ends it as a user does. */
  JvmResult terminate() throws InterruptedException {
    return jvm.terminate();
  }

  @Override
  public void close() {
    jvm.close();
  }
}
