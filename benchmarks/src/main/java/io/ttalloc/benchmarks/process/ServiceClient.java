package io.ttalloc.benchmarks.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sends requests to a web service on this machine, at a fixed rate and for a fixed time. */
final class ServiceClient implements AutoCloseable {
  private static final int REQUESTS_PER_SECOND = 400;
  private static final int THREADS = 4;
  private static final int CUSTOMERS = 100;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final int port;

  ServiceClient(int port) {
    this.port = port;
  }

  /** Sends one request. */
  void first() throws IOException, InterruptedException {
    ask(0);
  }

  /**
   * Sends requests for the given time and returns the number of answers; fails if any is missing.
   */
  int requests(int seconds) throws InterruptedException {
    int requests = seconds * REQUESTS_PER_SECOND;
    long start = System.nanoTime();
    List<Future<?>> lanes = new ArrayList<>();
    for (int lane = 0; lane < THREADS; lane++) {
      int first = lane;
      lanes.add(
          threads.submit(
              () -> {
                for (int i = first; i < requests; i += THREADS) {
                  awaitTime(start + i * (NANOS_PER_SECOND / REQUESTS_PER_SECOND));
                  ask(i % CUSTOMERS);
                }
                return null;
              }));
    }
    for (Future<?> lane : lanes) {
      try {
        lane.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("a request failed", e.getCause());
      }
    }
    return requests;
  }

  private static void awaitTime(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private void ask(int customer) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + port + "/orders/" + customer);
    HttpResponse<String> answer =
        client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200
        || !answer.body().startsWith("<h1>Orders of " + customer + "<")) {
      throw new IOException(uri + " gave " + answer.statusCode() + ": " + answer.body());
    }
  }

  @Override
  public void close() throws InterruptedException {
    threads.shutdown();
    threads.awaitTermination(1, TimeUnit.SECONDS);
  }
}
