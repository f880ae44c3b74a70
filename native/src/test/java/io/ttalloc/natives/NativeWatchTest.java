package io.ttalloc.natives;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.natives.regions.RegionReader;
import io.ttalloc.testing.Await;
import io.ttalloc.text.JsonText;
import io.ttalloc.watch.natives.MonitorClient;
import io.ttalloc.watch.natives.NativeJson;
import io.ttalloc.watch.natives.NativeState;
import io.ttalloc.watch.natives.SampleNatives;
import io.ttalloc.watch.processes.ProcessTable;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeWatchTest {
  @TempDir Path folder;

  private RegionReader reader() {
    return new RegionReader(folder, ProcessTable.ofThisMachine());
  }

  /** The monitor answers when it is allowed to, which is after several turns. */
  @Test
  void nextNeverWaitsForTheMonitor() throws Exception {
    StringWriter json = new StringWriter();
    NativeJson.write(JsonText.exact(json), SampleNatives.state());
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        NativeWatch watch =
            new NativeWatch(
                reader(),
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
  void withoutAMonitorAndAFolderThereIsNothing() throws Exception {
    Files.delete(folder);
    try (NativeWatch watch = new NativeWatch(reader(), null)) {
      assertThat(watch.now()).isEqualTo(NativeState.NONE);
      assertThat(watch.next()).isEqualTo(NativeState.NONE);
    }
    Files.createFile(folder);
    try (NativeWatch watch = new NativeWatch(reader(), null)) {
      assertThat(watch.now().problems()).singleElement().asString().contains("cannot be listed");
    }
  }
}
