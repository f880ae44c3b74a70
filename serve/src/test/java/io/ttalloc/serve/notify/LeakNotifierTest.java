package io.ttalloc.serve.notify;

import static io.ttalloc.serve.notify.SampleLeaks.last;
import static io.ttalloc.serve.notify.SampleLeaks.leftOpen;
import static io.ttalloc.serve.notify.SampleLeaks.process;
import static io.ttalloc.serve.notify.SampleLeaks.state;
import static io.ttalloc.watch.ledgers.ProcessState.ENDED;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.watch.MachineState;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeakNotifierTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Retries QUICK =
      new Retries(3, Duration.ofMillis(1), Duration.ofMillis(2), TIMEOUT);
  private static final Retries WITHOUT_TIMEOUT =
      new Retries(3, Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofDays(1));
  private static final Retries PATIENT =
      new Retries(100_000, Duration.ofMillis(1), Duration.ofMillis(2), TIMEOUT);

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private LeakNotifier notifier;

  private void start(String url, Retries retries, int maxWaiting) {
    Destination to = new Destination(ReceiverUrl.of(url), Map.of());
    notifier = new LeakNotifier(to, retries, maxWaiting, lines::add);
  }

  @AfterEach
  void stop() {
    if (notifier != null) {
      notifier.close();
    }
  }

  private static MachineState leaks(String... methods) {
    return state(process(7, ENDED, last(leftOpen(methods))));
  }

  @Test
  void postsALeakAndItsEnd() throws Exception {
    try (NotificationReceiver receiver = new NotificationReceiver()) {
      start(receiver.url(), QUICK, 10);
      notifier.next(leaks("main"));
      notifier.next(leaks("main"));
      notifier.next(state());

      JsonObject leak = receiver.take();
      JsonObject end = receiver.take();
      assertThat(leak.get("event").getAsString()).isEqualTo("leak");
      assertThat(leak.get("pid").getAsLong()).isEqualTo(7);
      assertThat(leak.get("title").getAsString()).isEqualTo("Main.main");
      assertThat(leak.get("host").getAsString()).isNotBlank();
      assertThat(end.get("event").getAsString()).isEqualTo("leak-ended");
      assertThat(end.get("fingerprint")).isEqualTo(leak.get("fingerprint"));
      assertThat(end.get("id")).isNotEqualTo(leak.get("id"));
      notifier.close();
      assertThat(receiver.arrived()).isZero();
    }
    assertThat(lines).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 503, 429, 408})
  void postsTheSameAgainIfThatMayHelp(int status) throws Exception {
    try (NotificationReceiver receiver = new NotificationReceiver().answering(status, status)) {
      start(receiver.url(), QUICK, 10);
      notifier.next(leaks("main"));

      JsonObject first = receiver.take();
      assertThat(receiver.take()).isEqualTo(first);
      assertThat(receiver.take()).isEqualTo(first);
      assertThat(lines.take())
          .isEqualTo(
              "notifications to http://127.0.0.1:%d are not being delivered: the receiver answered with status %d; each is sent up to 3 times, and up to 10 can be queued"
                  .formatted(receiver.port(), status));
      assertThat(lines.take()).endsWith(" are being delivered again");
    }
  }

  @Test
  void givesUpAfterSoManyTimes() throws Exception {
    try (NotificationReceiver receiver = new NotificationReceiver().answering(500, 500, 500)) {
      start(receiver.url(), QUICK, 10);
      notifier.next(leaks("main"));
      notifier.next(leaks("main", "other"));

      for (int i = 0; i < 3; i++) {
        assertThat(receiver.take().get("title").getAsString()).isEqualTo("Main.main");
      }
      assertThat(receiver.take().get("title").getAsString()).isEqualTo("Main.other");
      lines.take();
      assertThat(lines.take()).endsWith(" are being delivered again; 1 was dropped");
    }
  }

  /** Following a redirect would send the message to an address that the user did not choose. */
  @ParameterizedTest
  @ValueSource(ints = {301, 307, 308, 404, 401})
  void aRefusalIsFinalAndARedirectIsOne(int status) throws Exception {
    try (NotificationReceiver receiver = new NotificationReceiver().answering(status)) {
      start(receiver.url(), QUICK, 10);
      notifier.next(leaks("main"));
      notifier.next(leaks("main", "other"));

      assertThat(receiver.take().get("title").getAsString()).isEqualTo("Main.main");
      assertThat(receiver.take().get("title").getAsString()).isEqualTo("Main.other");
      assertThat(lines.take())
          .contains("are not being delivered: the receiver answered with status " + status);
      assertThat(lines.take()).endsWith(" are being delivered again; 1 was dropped");
      assertThat(receiver.paths).containsExactly("/hook", "/hook");
    }
  }

  @Test
  void aReceiverThatIsDownIsReportedOnceAndGetsAllWhenItIsBack() throws Exception {
    int port;
    try (NotificationReceiver gone = new NotificationReceiver()) {
      port = gone.port();
    }
    start("http://127.0.0.1:" + port + "/hook", PATIENT, 10);
    notifier.next(leaks("main"));
    notifier.next(leaks("main", "other"));
    assertThat(lines.take())
        .contains(
            " are not being delivered: nothing is listening there, or the host cannot be reached; ");

    try (NotificationReceiver receiver = new NotificationReceiver(port)) {
      assertThat(receiver.take().get("title").getAsString()).isEqualTo("Main.main");
      assertThat(receiver.take().get("title").getAsString()).isEqualTo("Main.other");
      assertThat(lines.take()).endsWith(" are being delivered again");
      assertThat(lines).isEmpty();
    }
  }

  /** A receiver that does not answer must get only one request at a time. */
  @Test
  void aSlowReceiverGetsOneAtATime() throws Exception {
    try (NotificationReceiver receiver =
        new NotificationReceiver().answering(NotificationReceiver.NEVER_ANSWER)) {
      start(receiver.url(), QUICK, 10);
      notifier.next(leaks("main"));
      receiver.take();
      notifier.next(leaks("main", "other"));

      assertThat(receiver.take().get("title").getAsString()).isEqualTo("Main.main");
      assertThat(receiver.take().get("title").getAsString()).isEqualTo("Main.other");
      assertThat(lines.take()).contains(" are not being delivered: no answer within 2 s; ");
    }
  }

  @Test
  void anAnswerWithoutEndIsNotRead() throws Exception {
    try (NotificationReceiver receiver =
        new NotificationReceiver()
            .answering(NotificationReceiver.ENDLESS_BODY, NotificationReceiver.ENDLESS_BODY)) {
      start(receiver.url(), QUICK, 10);
      notifier.next(leaks("main", "other"));

      assertThat(receiver.take().get("id")).isNotEqualTo(receiver.take().get("id"));
      receiver.awaitBrokenOff(2);
    }
    assertThat(lines).isEmpty();
  }

  @Test
  void whatComesWhileTooManyWaitIsDroppedAndCounted() throws Exception {
    try (NotificationReceiver receiver =
        new NotificationReceiver().answering(NotificationReceiver.HELD)) {
      start(receiver.url(), WITHOUT_TIMEOUT, 2);
      notifier.next(leaks("a"));
      receiver.take();
      notifier.next(leaks("a", "b", "c", "d", "e"));

      assertThat(lines.take()).endsWith(" are being dropped: the queue is full (2 waiting)");
      receiver.release();
      List<String> arrived = List.of(title(receiver), title(receiver), title(receiver));
      assertThat(arrived).containsExactly("Main.a", "Main.b", "Main.c");
      assertThat(lines.take())
          .contains(" are not being delivered: the receiver answered with status 503");
      assertThat(lines.take()).endsWith(" are being delivered again; 2 were dropped");
    }
  }

  private static String title(NotificationReceiver receiver) throws InterruptedException {
    return receiver.take().get("title").getAsString();
  }

  @Test
  void userInfoIsAHeaderAndNeitherItNorThePathIsPrinted() throws Exception {
    try (NotificationReceiver receiver = new NotificationReceiver().answering(500)) {
      start("http://me:pass@127.0.0.1:" + receiver.port() + "/hook/secret", QUICK, 10);
      notifier.next(leaks("main"));
      receiver.take();
      receiver.take();
      assertThat(receiver.authorizations).containsOnly("Basic bWU6cGFzcw==");
      assertThat(List.of(lines.take(), lines.take()))
          .noneMatch(line -> line.contains("pass") || line.contains("secret"));
    }
  }

  /** The receiver closes each connection without an answer. */
  @Test
  void aBrokenConnectionIsAFailure() throws Exception {
    try (java.net.ServerSocket broken = new java.net.ServerSocket(0, 9, null)) {
      start("http://127.0.0.1:" + broken.getLocalPort() + "/", QUICK, 10);
      notifier.next(leaks("main"));
      for (int i = 0; i < 3; i++) {
        broken.accept().close();
      }
      assertThat(lines.take()).contains(" are not being delivered: IOException: ");
    }
  }

  /** The watching thread never waits for an answer. */
  @Test
  void whatWaitsAtTheEndIsCounted() throws IOException, InterruptedException {
    try (NotificationReceiver receiver =
        new NotificationReceiver()
            .answering(NotificationReceiver.NEVER_ANSWER, NotificationReceiver.NEVER_ANSWER)) {
      Retries slow = new Retries(2, TIMEOUT, TIMEOUT, Duration.ofHours(1));
      start(receiver.url(), slow, 10);
      notifier.next(leaks("a", "b"));
      receiver.take();
      notifier.next(leaks("a", "b", "c"));
      notifier.close();

      assertThat(lines.take()).endsWith(": 3 not delivered");
    }
  }
}
