package io.ttalloc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.cli.arguments.InstallFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests errors that prevent the server from starting. The command prints one line, returns status 1
 * and leaves no port open.
 */
class ServeCommandTest {
  @TempDir private Path folder;

  private String refused(String... options) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> args = new ArrayList<>(List.of("serve", "--dir", folder.toString()));
    args.addAll(List.of(options));
    int status =
        Main.run(
            args,
            new InstallFolder(folder),
            (request, notes, report) -> {
              throw new AssertionError("asked for a dump");
            },
            new PrintWriter(out, true),
            new PrintWriter(err, true));
    assertThat(status).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines().filter(line -> !line.startsWith("for help: "))).hasSize(1);
    return err.toString();
  }

  @Test
  void aPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(refused("--socket=none", "--port", Integer.toString(taken.getLocalPort())))
          .startsWith("tt-alloc: cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": ")
          .contains("(--port)");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "65536"})
  void aPortThatDoesNotExist(String port) {
    assertThat(refused("--port", port)).contains("--port is " + port + ", expected 0 to 65535");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1001"})
  void fewerOrMoreEventsThanCanBePrinted(String events) {
    assertThat(refused("--events", events)).contains("--events is " + events + ", expected 0 to");
  }

  @Test
  void anAddressForOthersWithoutAToken() {
    assertThat(refused("--bind", "0.0.0.0", "--port", "0"))
        .contains("--bind 0.0.0.0 can be reached from other machines and requires --token-file");
  }

  @Test
  void aTokenThatCannotBeReadOrIsTooShort() throws IOException {
    Path missing = folder.resolve("missing");
    assertThat(refused("--token-file", missing.toString()))
        .contains("the token file " + missing + " cannot be read: ");
    Path token = folder.resolve("token");
    Files.createFile(
        token, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(token, "short\n");
    assertThat(refused("--token-file", token.toString())).contains("at least 16 visible");
    Files.writeString(token, "0123456789 abcdef 0123456789\n");
    assertThat(refused("--token-file", token.toString())).contains("at least 16 visible");
    Files.write(token, new byte[5_000]);
    assertThat(refused("--token-file", token.toString())).contains("has 5000 bytes, expected");
  }

  @Test
  void aTokenThatOthersCanRead() throws IOException {
    Path token = Files.writeString(folder.resolve("token"), "0123456789abcdef\n");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(refused("--token-file", token.toString())).contains("other users have access to it");
  }

  /** The optional jar is not on the class path of this module's tests. */
  @ParameterizedTest
  @ValueSource(strings = {"--publish-regions", "--socket=here", "--regions-folder=here"})
  void whatNeedsTheJarForNativeProcesses(String option) {
    String name = option.replaceFirst("=.*", "");
    assertThat(refused(option))
        .startsWith("tt-alloc: " + name + " needs the jar ")
        .endsWith("tt-alloc-native.jar, which is missing\n");
  }

  @Test
  void anAddressThatIsNotOfHttpIsNotRepeated() {
    assertThat(refused("--notify", "ftp://me:pass@host/"))
        .contains("the address of --notify cannot be used: it begins with neither http://")
        .doesNotContain("pass");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no colon", "Host: other", "two words: x", ": x", "x: a\u0001"})
  void aHeaderThatIsNoneOrNotForClients(String line) throws IOException {
    Path headers = privateFile("# mine\n\nX-Scope-OrgID: one\n" + line + "\n");

    assertThat(
            refused("--notify", "http://localhost/", "--notify-headers-file", headers.toString()))
        .contains("line 4 of the header file " + headers + " cannot be used, expected NAME: VALUE");
  }

  @Test
  void headersThatOthersCanRead() throws IOException {
    Path headers = privateFile("Authorization: Bearer secret\n");
    Files.setPosixFilePermissions(headers, PosixFilePermissions.fromString("rw-r-----"));

    assertThat(
            refused("--notify", "http://localhost/", "--notify-headers-file", headers.toString()))
        .contains("the header file " + headers + " cannot be used: other users have access to it");
  }

  @Test
  void whatBelongsToAnAddressWithoutIt() throws IOException {
    String headers = privateFile("").toString();

    assertThat(refused("--notify-headers-file", headers))
        .contains("--notify-headers-file requires --notify URL");
  }

  private Path privateFile(String content) throws IOException {
    Path file = folder.resolve("headers");
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, content);
  }
}
