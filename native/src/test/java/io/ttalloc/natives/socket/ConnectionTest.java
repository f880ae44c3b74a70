package io.ttalloc.natives.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.natives.processes.ProcessTable;
import io.ttalloc.natives.socket.accounting.Accounting;
import io.ttalloc.natives.socket.accounting.AccountingLimits;
import io.ttalloc.natives.socket.wire.MessageBytes;
import io.ttalloc.natives.socket.wire.WireMessage;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionTest {
  private static final int ANSWER = 144;

  @TempDir Path folder;

  private final List<WireMessage> messages = new ArrayList<>();
  private SocketChannel client;
  private SocketChannel accepted;
  private Connection connection;

  @BeforeEach
  void connect() throws Exception {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      client = SocketChannel.open(address);
      accepted = server.accept();
    }
    accepted.configureBlocking(false);
    Accounting accounting =
        new Accounting(AccountingLimits.DEFAULT, ProcessTable.ofThisMachine(), event -> {});
    connection =
        new Connection(1, accepted, accounting.join(), (from, message) -> messages.add(message));
  }

  @AfterEach
  void disconnect() throws Exception {
    client.close();
    accepted.close();
  }

  @Test
  void nothingIsReadFromOneWhoLeavesManyAnswers() throws Exception {
    int answers = 0;
    while (connection.send() == SelectionKey.OP_READ) {
      connection.answer(ByteBuffer.allocate(ANSWER));
      answers++;
    }
    // The first answer that did not fit into the socket is waiting now.
    for (int waiting = 1; waiting <= 64; waiting++) {
      assertThat(connection.send()).isEqualTo(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      connection.answer(ByteBuffer.allocate(ANSWER));
      answers++;
    }
    assertThat(connection.send()).isEqualTo(SelectionKey.OP_WRITE);
    ByteBuffer all = ByteBuffer.allocate(answers * ANSWER);
    while (all.hasRemaining()) {
      assertThat(client.read(all)).isPositive();
      connection.send();
    }
    assertThat(connection.send()).isEqualTo(SelectionKey.OP_READ);
  }

  @Test
  void whatIsNotYetAMessageIsKept() throws Exception {
    byte[] bytes = new MessageBytes(112).add(1, 0, 1, 0, 1, 1).add(2, 0, 0, 0, 1, 1).bytes();
    ByteBuffer buffer = ByteBuffer.allocateDirect(4_096);
    for (int from = 0; from < bytes.length; from += 10) {
      byte[] piece = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + 10));
      client.write(ByteBuffer.wrap(piece));
      assertThat(connection.read(buffer, 0)).isTrue();
    }
    assertThat(messages).hasSize(2);
    client.close();
    assertThat(connection.read(buffer, 0)).isFalse();
  }
}
