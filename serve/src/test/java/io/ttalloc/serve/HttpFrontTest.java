package io.ttalloc.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.ttalloc.testing.Await;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpFrontTest {
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final List<HttpFront> opened = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    opened.forEach(HttpFront::close);
  }

  private HttpFront start(Function<Request, HttpAnswer> answers) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpFront front = HttpFront.start(any, null, Set.of(), answers, log::add);
    opened.add(front);
    return front;
  }

  /** Sends a request with the correct host, and returns the whole answer. */
  private static String ask(HttpFront front, String firstLine) throws IOException {
    return send(
        front,
        firstLine
            + "\r\nHost: localhost:"
            + front.address().getPort()
            + "\r\nConnection: close\r\n\r\n");
  }

  private static String send(HttpFront front, String request) throws IOException {
    try (Socket socket = new Socket(front.address().getAddress(), front.address().getPort())) {
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @Test
  void answersWithHeadersThatBindABrowser() throws IOException {
    HttpFront front = start(request -> HttpAnswer.text(200, request.toString()));

    String answer = ask(front, "GET /a%20b?x=1&y=%C3%A9&x=2 HTTP/1.1");

    assertThat(answer)
        .startsWith("HTTP/1.1 200 ")
        .contains("Request[path=/a b, query={")
        .contains("x=1", "y=\u00e9")
        .containsIgnoringCase("\r\nX-Content-Type-Options: nosniff\r\n")
        .containsIgnoringCase("\r\nCache-Control: no-store\r\n")
        .containsIgnoringCase("\r\nContent-Security-Policy: default-src 'none'")
        .doesNotContain("Access-Control");
  }

  @Test
  void headHasNoContent() throws IOException {
    HttpFront front = start(request -> HttpAnswer.text(200, "content"));

    assertThat(ask(front, "HEAD / HTTP/1.1")).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n");
  }

  @Test
  void refusesAnotherHostBeforeItLooksForAnAnswer() throws IOException {
    HttpFront front = start(request -> HttpAnswer.text(200, "secret"));

    assertThat(send(front, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 421 ")
        .doesNotContain("secret");
  }

  @Test
  void badEncodingIsTheClientsFault() throws IOException {
    HttpFront front = start(request -> HttpAnswer.text(200, "answered"));

    assertThat(ask(front, "GET /?x=%zz HTTP/1.1")).startsWith("HTTP/1.1 400 ");
    assertThat(send(front, "what is this\r\n\r\n")).startsWith("HTTP/1.1 4");
    assertThat(ask(front, "GET /?x=%41 HTTP/1.1")).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void aFailureIsOneLineAndTheNextIsAnswered() throws IOException {
    HttpFront front =
        start(
            request -> {
              if (request.path().equals("/bad")) {
                throw new IllegalStateException("no luck\nat all");
              }
              return new HttpAnswer(200, HttpAnswer.TEXT, Map.of(), out -> out.write('x'));
            });

    assertThat(ask(front, "GET /bad HTTP/1.1")).startsWith("HTTP/1.1 500 ");
    assertThat(log)
        .singleElement()
        .asString()
        .startsWith("the request for /bad failed: ")
        .doesNotContain("\n");
    assertThat(ask(front, "GET / HTTP/1.1")).startsWith("HTTP/1.1 200 ");
  }

  /** A client that stops sending must not block a thread that other clients need. */
  @Test
  void answersOthersWhileRequestsAreIncomplete() throws IOException {
    HttpFront front = start(request -> HttpAnswer.text(200, "answered"));
    List<Socket> silent = new CopyOnWriteArrayList<>();
    try {
      for (int i = 0; i < 15; i++) {
        Socket socket = new Socket(front.address().getAddress(), front.address().getPort());
        silent.add(socket);
        socket.getOutputStream().write("GET / HTTP/1.1\r\nHo".getBytes(UTF_8));
      }
      assertThat(ask(front, "GET / HTTP/1.1")).endsWith("answered\n\r\n0\r\n\r\n");
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void whoAsksWhileTooManyWaitIsToldToComeAgain() throws Exception {
    CountDownLatch begun = new CountDownLatch(16);
    CountDownLatch end = new CountDownLatch(1);
    HttpFront front =
        start(
            request -> {
              begun.countDown();
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return HttpAnswer.text(200, "answered");
            });
    List<Socket> waiting = new CopyOnWriteArrayList<>();
    String request = "GET / HTTP/1.1\r\nHost: localhost:" + front.address().getPort() + "\r\n\r\n";
    try {
      for (int i = 0; i < 16 + 64 + 20; i++) {
        Socket socket = new Socket(front.address().getAddress(), front.address().getPort());
        waiting.add(socket);
        socket.getOutputStream().write(request.getBytes(UTF_8));
      }
      begun.await();
      List<Socket> refused = new CopyOnWriteArrayList<>();
      Await.until(
          () -> {
            refused.clear();
            for (Socket socket : waiting) {
              if (socket.getInputStream().available() > 0) {
                refused.add(socket);
              }
            }
            return refused.size() == 20;
          });
      assertThat(new String(refused.get(0).getInputStream().readNBytes(13), UTF_8))
          .isEqualTo("HTTP/1.1 503 ");
      end.countDown();
      Await.until(() -> ask(front, "GET / HTTP/1.1").startsWith("HTTP/1.1 200 "));
    } finally {
      end.countDown();
      for (Socket socket : waiting) {
        socket.close();
      }
    }
  }

  @Test
  void textIsCompressedForThoseWhoTakeIt() throws IOException {
    String line = "tt_alloc_live 1 ".repeat(10_000);
    HttpFront front =
        start(
            request ->
                request.path().equals("/binary")
                    ? HttpAnswer.of(200, "application/octet-stream", line.getBytes(UTF_8))
                    : HttpAnswer.text(200, line));
    URI address = URI.create("http://localhost:" + front.address().getPort());

    HttpURLConnection zipped = connect(address, "gzip, deflate");
    byte[] sent = zipped.getInputStream().readAllBytes();
    assertThat(zipped.getHeaderField("Content-Encoding")).isEqualTo("gzip");
    assertThat(sent.length).isLessThan(line.length() / 20);
    try (InputStream content = new GZIPInputStream(new ByteArrayInputStream(sent))) {
      assertThat(new String(content.readAllBytes(), UTF_8)).isEqualTo(line + "\n");
    }
    for (HttpURLConnection plain :
        List.of(connect(address, "gzip;q=0"), connect(address.resolve("/binary"), "gzip"))) {
      assertThat(plain.getHeaderField("Content-Encoding")).isNull();
      assertThat(plain.getInputStream().readAllBytes().length)
          .isGreaterThanOrEqualTo(line.length());
    }
  }

  private static HttpURLConnection connect(URI address, String accepted) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setRequestProperty("Accept-Encoding", accepted);
    return connection;
  }

  /** An event must arrive when it is flushed, before the answer ends. */
  @Test
  void aCompressedStreamArrivesWithEachFlush() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    HttpAnswer.Stream stream =
        out -> {
          out.write("data: 1\n".getBytes(UTF_8));
          out.flush();
          try {
            end.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        };
    HttpFront front = start(request -> new HttpAnswer(200, "text/event-stream", Map.of(), stream));
    HttpURLConnection connection =
        connect(URI.create("http://localhost:" + front.address().getPort()), "gzip");

    try (InputStream events = new GZIPInputStream(connection.getInputStream())) {
      assertThat(new String(events.readNBytes(8), UTF_8)).isEqualTo("data: 1\n");
      end.countDown();
      assertThat(events.readAllBytes()).isEmpty();
    }
  }

  /** Streams have their own limit, and do not count towards the limit for other requests. */
  @Test
  void answersOthersWhileAsManyStreamsGoOnAsMay() throws Exception {
    CountDownLatch begun = new CountDownLatch(8);
    CountDownLatch end = new CountDownLatch(1);
    HttpAnswer.Stream stream =
        out -> {
          begun.countDown();
          try {
            end.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          out.write('e');
        };
    HttpFront front =
        start(
            request ->
                request.path().equals("/stream")
                    ? new HttpAnswer(200, HttpAnswer.TEXT, Map.of(), stream)
                    : HttpAnswer.text(200, "answered"));
    List<String> ended = new CopyOnWriteArrayList<>();
    List<Thread> readers = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread reader =
          new Thread(
              () -> {
                try {
                  ended.add(ask(front, "GET /stream HTTP/1.1"));
                } catch (IOException e) {
                  ended.add(e.toString());
                }
              });
      readers.add(reader);
      reader.start();
    }
    begun.await();

    assertThat(ask(front, "GET /stream HTTP/1.1"))
        .startsWith("HTTP/1.1 503 ")
        .containsIgnoringCase("\r\nRetry-After: 2\r\n");
    for (int i = 0; i < 20; i++) {
      assertThat(ask(front, "GET / HTTP/1.1")).startsWith("HTTP/1.1 200 ");
    }
    end.countDown();
    for (Thread reader : readers) {
      reader.join();
    }
    assertThat(ended).hasSize(8).allMatch(answer -> answer.startsWith("HTTP/1.1 200 "));
    assertThat(ask(front, "GET /stream HTTP/1.1")).startsWith("HTTP/1.1 200 ");
  }

  /** The server sends more bytes than all buffers between server and client can hold. */
  @Test
  void aClientThatDoesNotReadItsStreamLosesIt() throws Exception {
    AtomicLong now = new AtomicLong();
    EventFeed feed = new EventFeed(now::get);
    CountDownLatch ended = new CountDownLatch(1);
    HttpAnswer.Stream stream =
        out -> {
          try {
            feed.write(out);
          } finally {
            ended.countDown();
          }
        };
    HttpFront front = start(request -> new HttpAnswer(200, "text/event-stream", Map.of(), stream));
    JsonObject large = new JsonObject();
    large.add("processes", new JsonArray());
    large.addProperty("at", "x".repeat(16 << 20));
    feed.publish(() -> large);
    try (Socket silent = new Socket(front.address().getAddress(), front.address().getPort())) {
      String host = "localhost:" + front.address().getPort();
      silent
          .getOutputStream()
          .write(("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n").getBytes(UTF_8));
      Await.until(
          () -> {
            now.addAndGet(EventFeed.PATIENCE.toNanos() / 100);
            feed.publish(() -> large);
            return ended.getCount() == 0;
          });
    }
    assertThat(now.get()).isGreaterThanOrEqualTo(EventFeed.PATIENCE.toNanos());
  }

  @Test
  void closeEndsWhatIsBeingAnswered() throws IOException, InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    HttpFront front =
        start(
            request -> {
              asked.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
              return HttpAnswer.text(200, "late");
            });
    Thread client =
        new Thread(
            () -> {
              try {
                ask(front, "GET / HTTP/1.1");
              } catch (IOException e) {
                // Expected: the connection ends without an answer.
              }
            });
    client.start();
    asked.await();
    front.close();
    interrupted.await();
    client.join();
    assertThat(client.isAlive()).isFalse();
  }

  @Test
  void aPortThatIsTakenIsAnError() throws IOException {
    HttpFront first = start(request -> HttpAnswer.text(200, ""));

    assertThatThrownBy(
            () ->
                HttpFront.start(
                    first.address(), null, Set.of(), request -> HttpAnswer.text(200, ""), log::add))
        .isInstanceOf(BindException.class);
  }
}
