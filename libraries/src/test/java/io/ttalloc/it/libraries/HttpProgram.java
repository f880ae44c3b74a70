package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.LoopbackServer;
import io.ttalloc.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import okhttp3.Cache;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * A program that uses OkHttp and Apache HttpClient as their documentation shows. Arguments: the
 * number of responses to leave open, and a working folder. {@link #DROPPERS} methods take turns
 * dropping OkHttp responses. Prints what the clients themselves report: {@code okhttp FRAME} for
 * each leak detected by OkHttp, with the innermost frame of this class in the stack that opened the
 * response, and {@code httpclient N} for the N connections that HttpClient's pool has lent.
 */
final class HttpProgram {
  /** The number of methods of this program that drop OkHttp responses. */
  static final int DROPPERS = 3;

  private static final int ROUNDS = 20;
  private static final Logger DETECTION = Logger.getLogger(OkHttpClient.class.getName());

  private final String server = System.getProperty(LoopbackServer.PROPERTY);
  private final int leaks;

  private HttpProgram(int leaks) {
    this.leaks = leaks;
  }

  public static void main(String[] args) throws Exception {
    HttpProgram program = new HttpProgram(Integer.parseInt(args[0]));
    program.useOkHttp(Files.createDirectory(Path.of(args[1]).resolve("cache")));
    program.useHttpClient();
    System.exit(0); // threads of idle connections continue for minutes
  }

  private void useOkHttp(Path folder) throws Exception {
    List<String> detected = detected();
    try (Cache cache = new Cache(folder.toFile(), 1 << 20)) {
      OkHttpClient client = new OkHttpClient.Builder().cache(cache).build();
      for (int round = 0; round < ROUNDS; round++) {
        ask(client, LoopbackServer.SMALL);
        ask(client, LoopbackServer.LARGE);
      }
      for (int leak = 0; leak < leaks; leak++) {
        drop(client, leak % DROPPERS);
      }
      Await.collecting(
          () -> {
            // The pool checks for leaks when a connection becomes idle.
            ask(client, LoopbackServer.SMALL);
            return detected.size() >= leaks;
          });
      client.dispatcher().executorService().shutdown();
      client.connectionPool().evictAll();
    }
    detected.forEach(frame -> System.out.println("okhttp " + frame));
  }

  private void ask(OkHttpClient client, String path) throws IOException {
    try (Response response = client.newCall(request(path)).execute();
        InputStream body = response.body().byteStream()) {
      int unused = body.read();
    }
  }

  private void drop(OkHttpClient client, int how) throws Exception {
    switch (how) {
      case 0 -> dropUnread(client);
      case 1 -> dropReadInPart(client);
      default -> dropInCallback(client);
    }
  }

  private void dropUnread(OkHttpClient client) throws IOException {
    Response unused = client.newCall(request(LoopbackServer.LARGE)).execute();
  }

  private void dropReadInPart(OkHttpClient client) throws IOException {
    Response response = client.newCall(request(LoopbackServer.LARGE)).execute();
    int unused = response.body().byteStream().read();
  }

  private void dropInCallback(OkHttpClient client) throws InterruptedException {
    CountDownLatch answered = new CountDownLatch(1);
    client
        .newCall(request(LoopbackServer.LARGE))
        .enqueue(
            new Callback() {
              @Override
              public void onResponse(Call call, Response response) {
                answered.countDown();
              }

              @Override
              public void onFailure(Call call, IOException e) {
                throw new AssertionError(e);
              }
            });
    answered.await();
  }

  private Request request(String path) {
    return new Request.Builder().url(server + path).build();
  }

  /** Returns a list to which every leak report of OkHttp adds the innermost frame of this class. */
  private static List<String> detected() {
    List<String> frames = new CopyOnWriteArrayList<>();
    DETECTION.setLevel(Level.FINE);
    DETECTION.addHandler(
        new Handler() {
          @Override
          public void publish(LogRecord logged) {
            Throwable opened = logged.getThrown();
            if (opened != null && logged.getMessage().contains("was leaked")) {
              Stream.of(opened.getStackTrace())
                  .filter(frame -> frame.getClassName().equals(HttpProgram.class.getName()))
                  .limit(1)
                  .forEach(frame -> frames.add(frame.toString()));
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        });
    return frames;
  }

  private void useHttpClient() throws Exception {
    PoolingHttpClientConnectionManager connections = new PoolingHttpClientConnectionManager();
    connections.setDefaultMaxPerRoute(leaks + 1);
    try (CloseableHttpClient client =
        HttpClients.custom().setConnectionManager(connections).build()) {
      for (int round = 0; round < ROUNDS; round++) {
        try (ClassicHttpResponse response = open(client)) {
          EntityUtils.consume(response.getEntity());
        }
        String path = server + LoopbackServer.SMALL;
        int unused = client.execute(new HttpGet(path), ClassicHttpResponse::getCode);
      }
      for (int leak = 0; leak < leaks; leak++) {
        ClassicHttpResponse unused = open(client);
      }
      System.out.println("httpclient " + connections.getTotalStats().getLeased());
    }
  }

  private ClassicHttpResponse open(CloseableHttpClient client) throws Exception {
    HttpGet request = new HttpGet(server + LoopbackServer.LARGE);
    return client.executeOpen(HttpHost.create(server), request, null);
  }
}
