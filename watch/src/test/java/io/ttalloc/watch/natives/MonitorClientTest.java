package io.ttalloc.watch.natives;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.text.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests all kinds of servers that may listen at the address of a monitor. */
class MonitorClientTest {
  /** Defines how the server answers on a connection. */
  private interface Answer {
    void to(Socket client) throws IOException;
  }

  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private URI address() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  private void answer(Answer answer) {
    Thread thread =
        new Thread(
            () -> {
              try (Socket client = server.accept()) {
                StringBuilder request = new StringBuilder();
                while (request.indexOf("\r\n\r\n") < 0) {
                  request.append((char) client.getInputStream().read());
                }
                asked.add(request.toString());
                answer.to(client);
              } catch (IOException e) {
                // The client has disconnected, as it should with some of these servers.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void answer(int status, String headers, String body) {
    answer(
        client -> {
          OutputStream out = client.getOutputStream();
          String head = "HTTP/1.1 " + status + " X\r\n" + headers;
          out.write((head + "Content-Length: " + body.length() + "\r\n\r\n").getBytes(US_ASCII));
          out.write(body.getBytes(US_ASCII));
          out.flush();
        });
  }

  /** Asks with the longer timeouts, so that a slow machine does not matter. */
  private NativeState ask() {
    return new MonitorClient(address(), false).ask();
  }

  private NativeState askBriefly() {
    return new MonitorClient(address(), true).ask();
  }

  private String problem() {
    return problem(ask());
  }

  private String problem(NativeState state) {
    assertThat(state.processes()).isEmpty();
    assertThat(state.problems()).hasSize(1);
    String begin = "the monitor at " + address() + " ";
    String end = "; its processes are not shown";
    assertThat(state.problems().get(0)).startsWith(begin).endsWith(end);
    return state.problems().get(0).replace(begin, "").replace(end, "");
  }

  private static String json(NativeState state) {
    StringWriter out = new StringWriter();
    try {
      NativeJson.write(JsonText.exact(out), state);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  @Test
  void whatTheSocketReportedIsUsedAndRegionsAreNot() throws Exception {
    answer(200, "", json(SampleNatives.state()));

    NativeState state = ask();
    assertThat(state.processes()).extracting(NativeProcess::pid).containsExactly(4_711, 17, 4_242);
    assertThat(state.processes()).allMatch(it -> it.source() == NativeSource.SOCKET);
    assertThat(state.chips()).hasSize(1);
    assertThat(state.published() + state.problems().size()).isZero();
    assertThat(asked.take())
        .startsWith("GET /api/native HTTP/1.1\r\n")
        .contains("Host: 127.0.0.1:" + server.getLocalPort() + "\r\n")
        .doesNotContain("Upgrade");
  }

  @Test
  void aMonitorThatDoesNotListenIsAProblemOnlyIfTheUserNamedIt() throws IOException {
    server.close();
    assertThat(askBriefly()).isEqualTo(NativeState.NONE);
    assertThat(ask().problems())
        .containsExactly(
            "the monitor at " + address() + " cannot be reached; its processes are not shown");
  }

  @Test
  void anotherStatusIsAProblem() {
    answer(404, "", "nothing here");
    assertThat(problem()).isEqualTo("answered with status 404, expected 200");
  }

  @Test
  void aRedirectIsNotFollowed() {
    answer(302, "Location: http://127.0.0.1:" + server.getLocalPort() + "/other\r\n", "");
    assertThat(problem()).isEqualTo("answered with status 302, expected 200");
    assertThat(asked).hasSize(1);
  }

  @Test
  void whatIsNoSuchObjectIsAProblem() {
    answer(200, "", "{\"schema\": \"a\\u001b[2Jb\"}");
    assertThat(problem())
        .isEqualTo(
            "sent an answer that has the schema \"a\\u001b[2Jb\", expected tt-alloc-native/1");
  }

  @Test
  void whatIsNoHttpIsAProblem() {
    answer(client -> client.getOutputStream().write("\u0007 hello\r\n\r\n".getBytes(US_ASCII)));
    assertThat(problem()).isEqualTo("sent no HTTP response");
  }

  @Test
  void anAnswerWithoutEndIsGivenUp() {
    answer(
        client -> {
          OutputStream out = client.getOutputStream();
          out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(US_ASCII));
          byte[] more = " ".repeat(1 << 16).getBytes(US_ASCII);
          while (true) {
            out.write(more);
          }
        });
    assertThat(problem()).isEqualTo("sent more than 8,388,608 bytes");
  }

  /**
   * A server that begins to answer in time but never finishes is treated like one that does not
   * answer.
   */
  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"})
  void anAnswerThatNeverComesIsNotWaitedFor(String begin) {
    CountDownLatch over = new CountDownLatch(1);
    answer(
        client -> {
          client.getOutputStream().write(begin.getBytes(US_ASCII));
          client.getOutputStream().flush();
          await(over);
        });
    assertThat(problem(askBriefly())).isEqualTo("did not answer in time (1 s)");
    over.countDown();
  }

  /**
   * The bytes arrive in time for each single read, but the complete answer does not. Only one
   * thread waits for the answer.
   */
  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 200 OK\r\n\r\n"})
  void anAnswerThatComesByteByByteIsNotWaitedFor(String begin) {
    AtomicBoolean over = new AtomicBoolean();
    Answer slow =
        client -> {
          client.getOutputStream().write(begin.getBytes(US_ASCII));
          while (!over.get()) {
            client.getOutputStream().write(' ');
            client.getOutputStream().flush();
            LockSupport.parkNanos(50_000_000);
          }
        };
    MonitorClient client = new MonitorClient(address(), true);
    for (int i = 0; i < 3; i++) {
      answer(slow);
      assertThat(client.ask().problems().toString()).contains("did not answer in time (1 s)");
    }
    // No new request is sent while an earlier one is still waiting for an answer. A request whose
    // answer is being read ends by itself.
    assertThat(asked).hasSizeBetween(1, begin.endsWith("X: ") ? 1 : 3);
    over.set(true);
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
