package io.ttalloc.natives.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.natives.socket.wire.MessageBytes;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SocketFileTest {
  @TempDir Path folder;

  @Test
  void onlyTheUserMayUseTheSocketAndItGoesWithTheServer() throws Exception {
    try (AllocationServer server = start()) {
      assertThat(Files.getPosixFilePermissions(server.path()))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(names()).containsExactly("s");
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void aSocketOfADeadServerIsReplaced() throws Exception {
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(socket()));
    }
    assertThat(socket()).exists();
    try (AllocationServer server = start();
        SocketChannel client = connect()) {
      assertAnswers(client);
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void aSocketOfALiveServerStays() throws Exception {
    try (AllocationServer first = start()) {
      assertThatThrownBy(this::start)
          .hasMessage(
              "another server is already listening on %s; this one will not start", socket());
      try (SocketChannel client = connect()) {
        assertAnswers(client);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "folder", "link"})
  void whatIsNoSocketStays(String what) throws Exception {
    Path precious = Files.writeString(folder.resolve("precious"), "precious");
    switch (what) {
      case "file" -> Files.writeString(socket(), "precious");
      case "folder" -> Files.createDirectory(socket());
      default -> Files.createSymbolicLink(socket(), precious);
    }
    assertThatThrownBy(this::start)
        .hasMessageStartingWith(
            socket() + " is not a socket, expected a socket of an earlier server");
    assertThat(names()).containsExactly("precious", "s");
  }

  @Test
  void aSocketThatCameLaterIsNotDeleted() throws Exception {
    AllocationServer first = start();
    Files.delete(socket());
    try (AllocationServer second = start()) {
      first.close();
      assertThat(second.path()).exists();
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void aPathThatIsTooLongIsReported() {
    Path path = folder.resolve("s".repeat(200));
    assertThatThrownBy(() -> AllocationServer.start(ServerSettings.of(path, event -> {})))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("too long for a socket");
    assertThatThrownBy(
            () -> AllocationServer.start(ServerSettings.of(folder.resolve("a/b"), event -> {})))
        .hasMessageContaining("the folder for this socket does not exist");
  }

  private AllocationServer start() throws IOException {
    return AllocationServer.start(ServerSettings.of(socket(), event -> {}));
  }

  private static void assertAnswers(SocketChannel client) throws IOException {
    TestSocket.write(client, new MessageBytes(144).add(3, 0, 0, 0, 1, 0).bytes());
    assertThat(TestSocket.read(client, 144).get(0)).isEqualTo((byte) 4);
  }

  private SocketChannel connect() throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(socket()));
  }

  private Path socket() {
    return folder.resolve("s");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
