package io.ttalloc.watch.natives;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.testing.Await;
import io.ttalloc.text.JsonText;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class NativeWatchTest {
  /** The monitor answers only when the test allows it, after several calls. */
  @Test
  void nextNeverWaitsForTheMonitor() throws Exception {
    StringWriter json = new StringWriter();
    NativeJson.write(JsonText.exact(json), SampleNatives.state());
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        NativeWatch watch =
            new NativeWatch(
                () -> NativeState.NONE,
                new MonitorClient(URI.create("http://127.0.0.1:" + server.getLocalPort()), true))) {
      assertThat(watch.next()).isEqualTo(NativeState.NONE);
      try (Socket asked = server.accept()) {
        assertThat(watch.next()).isEqualTo(NativeState.NONE);
        String answer = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + json;
        asked.getOutputStream().write(answer.getBytes(US_ASCII));
      }
      Await.until(() -> watch.next().processes().size() == 3);
    }
  }

  @Test
  void withoutAMonitorThereIsWhatProcessesPublish() {
    NativeState published = NativeState.problem(List.of("one of them cannot be read"));
    try (NativeWatch watch = new NativeWatch(() -> published, null)) {
      assertThat(watch.now()).isEqualTo(published);
      assertThat(watch.next()).isEqualTo(published);
    }
  }
}
