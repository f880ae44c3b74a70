package io.ttalloc.serve;

import io.ttalloc.ledger.watch.EventLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A monitor of one folder. It listens on a free port of this machine, and runs on its own thread
 * until it is closed.
 */
public final class RunningServer implements AutoCloseable {
  private static final int EVENTS = 5;

  private final MonitorServer server;
  private final Thread running;

  private RunningServer(MonitorServer server) {
    this.server = server;
    running =
        new Thread(
            () -> {
              try {
                server.run();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
  }

  /** Starts a monitor. Ledgers that already exist in the folder are in its first state. */
  public static RunningServer start(
      Path folder, Function<Consumer<String>, WatchedNatives> natives, Writer lines)
      throws IOException {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    MonitorServer.Settings settings =
        new MonitorServer.Settings(
            List.of(folder), new EventLimits(EVENTS, EVENTS), anyPort, null, null);
    RunningServer started =
        new RunningServer(MonitorServer.start(settings, natives, new PrintWriter(lines, true)));
    started.running.start();
    return started;
  }

  /** The server's address, without a path. */
  public String address() {
    return "http://127.0.0.1:" + server.address().getPort();
  }

  /** Requests a path, and returns the answer as text. */
  public HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return get(path, HttpResponse.BodyHandlers.ofString());
  }

  /** Requests a path. */
  public <T> HttpResponse<T> get(String path, HttpResponse.BodyHandler<T> body)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address() + path)).build();
    return HttpClient.newHttpClient().send(request, body);
  }

  /** Stops the server and waits until it has ended. Does nothing if it has already ended. */
  @Override
  public void close() throws InterruptedException {
    server.close();
    running.join();
  }
}
