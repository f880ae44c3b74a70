package io.ttalloc.it.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.watched.Server;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how the page shows TT-Metal processes; the test itself speaks their protocol. */
@Variant
class NativePageIT {
  private static final int STRUCT_BYTES = 144;
  private static final byte ALLOC = 1;
  private static final byte L1 = 1;

  @TempDir private Path folder;

  /** The message for one allocation, with the field offsets that TT-Metal's client uses. */
  private static ByteBuffer allocation(long address, long bytes, byte space) {
    ByteBuffer struct = ByteBuffer.allocate(STRUCT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    struct.put(0, ALLOC);
    struct.putInt(4, 3);
    struct.putLong(8, bytes);
    struct.put(16, space);
    struct.putInt(20, (int) ProcessHandle.current().pid());
    struct.putLong(24, address);
    struct.putLong(32, 1);
    return struct;
  }

  private static SocketChannel client(Path socket) throws IOException {
    SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX);
    client.connect(UnixDomainSocketAddress.of(socket));
    return client;
  }

  @Test
  void whatTheyTellOverTheSocketIsShownWithAllocationsOfOneAddressTwice() throws Exception {
    Path socket = folder.resolve("server.sock");
    String row = "[data-native=\"" + ProcessHandle.current().pid() + "\"] ";
    Browser browser = Browser.shared(NativePageIT.class);
    try (Server server = Server.on(folder, "--socket=" + socket, "--regions-folder=" + folder);
        SocketChannel client = client(socket)) {
      browser.newPage();
      browser.window(400, 800, false);
      browser.open(URI.create("http://" + server.address() + "/"));
      browser.await("document.querySelector('#natives').hidden");
      assertThat(browser.text("#machine h1")).isEqualTo("No process has a ledger");

      client.write(allocation(0x1000, 2_048, L1));
      client.write(allocation(0x2000, 1_024, L1));
      client.write(allocation(0x2000, 1_024, L1));

      browser.await("document.querySelector('" + row + ".says') !== null");
      browser.await("document.querySelectorAll('" + row + "td')[3].textContent === '1'");
      assertThat(browser.text(row + ".says")).isEqualTo("3 KiB of L1 · source: socket");
      assertThat(browser.text(row + ".state")).isEqualTo("running");
      assertThat(browser.text(row + "td.number")).isEqualTo("2");
      assertThat(browser.evaluate("document.documentElement.scrollWidth").getAsInt())
          .isLessThanOrEqualTo(400);
      assertThat(browser.complaints()).isEmpty();
      browser.leave();
    }
  }
}
