package io.ttalloc.natives.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the option {@code --monitor} of {@code ps} and {@code top}. */
class NativeOptionsTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String command, String monitor) {
    return Main.run(
        List.of(
            command,
            "--json",
            "--monitor=" + monitor,
            "--dir=" + folder,
            "--regions-folder=" + folder),
        new PrintWriter(out, true),
        new PrintWriter(err, true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "7287",
        "localhost:7287",
        "ftp://a",
        "http://",
        "http:///x",
        "http://a:70000",
        "http://a:0",
        "http://u:p@a",
        "http://a?b",
        "http://a#b",
        "http://a b",
        "file:///etc/passwd"
      })
  void whatIsNoAddressIsAnError(String monitor) {
    assertThat(run("ps", monitor)).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err)
        .hasToString(
            "tt-alloc: --monitor "
                + monitor
                + " is not the address of a monitor, expected an address such as http://127.0.0.1:7287, or none\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ps", "top"})
  void aMonitorThatWasNamedAndIsNotThereIsAProblem(String command) throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
    }
    assertThat(run(command, "http://127.0.0.1:" + port + "/tt-alloc/")).as("%s", err).isZero();
    assertThat(out.toString())
        .contains("the monitor at http://127.0.0.1:" + port + "/tt-alloc/ cannot be");
  }

  @Test
  void noneAsksNoMonitor() {
    assertThat(run("ps", "none")).isZero();
    assertThat(out.toString()).contains("\"problems\": []");
  }
}
