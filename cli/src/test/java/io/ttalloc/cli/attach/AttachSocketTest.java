package io.ttalloc.cli.attach;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.cli.attach.AttachSocket.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the protocol with a simulated JVM. */
class AttachSocketTest {
  private static final long PID = 7;

  @TempDir private Path proc;

  private ProcessFacts facts;

  @BeforeEach
  void describeAProcess() throws IOException {
    facts = new ProcessFacts(PID, proc);
    Files.createDirectories(proc.resolve("self"));
    Files.createFile(proc.resolve("self/maps"));
    Files.createDirectories(facts.file("root/tmp"));
    Files.writeString(facts.file("status"), "State:\tS (sleeping)\nNSpid:\t7\t3\n");
  }

  @Test
  void aRequestIsVersionCommandAndThreeArgumentsAndTheAnswerANumberAndText() throws Exception {
    try (ServerSocketChannel jvm = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      // The name contains the id that the process has in its own PID namespace.
      jvm.bind(UnixDomainSocketAddress.of(facts.file("root/tmp/.java_pid3")));
      CompletableFuture<String> asked = CompletableFuture.supplyAsync(() -> answer(jvm));

      Answer answer = new AttachSocket(facts).ask("load", "instrument", "false", "/a b.jar=@/x");

      assertThat(asked.get(1, TimeUnit.MINUTES))
          .isEqualTo("1\0load\0instrument\0false\0/a b.jar=@/x\0");
      assertThat(answer).isEqualTo(new Answer(0, "return code: 0"));
    }
  }

  private static String answer(ServerSocketChannel jvm) {
    try (SocketChannel client = jvm.accept()) {
      StringBuilder said = new StringBuilder();
      while (said.chars().filter(c -> c == 0).count() < 5) {
        ByteBuffer one = ByteBuffer.allocate(1);
        int unused = client.read(one);
        said.append((char) one.get(0));
      }
      Channels.newOutputStream(client)
          .write("0\nreturn code: 0\n".getBytes(StandardCharsets.UTF_8));
      return said.toString();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatIsLongerThanAJvmTakesIsNotSent() {
    String path = "/" + "x".repeat(1_024);

    assertThatThrownBy(() -> new AttachSocket(facts).ask("load", "instrument", "false", path))
        .isInstanceOf(AttachException.class)
        .hasMessage(
            "cannot attach to process 7: '%s' is longer than the 1024 bytes that a JVM accepts"
                .formatted(path));
  }

  @Test
  void aSocketWithoutAServerIsSaidToBeLeft() throws IOException {
    Files.createFile(facts.file("root/tmp/.java_pid3"));

    assertThatThrownBy(() -> new AttachSocket(facts).ask("load", "", "", ""))
        .isInstanceOf(AttachException.class)
        .hasMessageStartingWith("process 7 did not answer (")
        .hasMessageEndingWith(".java_pid3 is left over from another process");
  }

  /**
   * The file that requests the attach must be deleted; otherwise the next SIGQUIT would not print a
   * thread dump.
   */
  @Test
  void aJvmThatOpensNoSocketIsWaitedForTenSeconds() {
    Stuck stuck = new Stuck(Long.MAX_VALUE);

    assertThatThrownBy(() -> new AttachSocket(facts, stuck).ask("load", "", "", ""))
        .isInstanceOf(AttachException.class)
        .hasMessage(
            "process 7 has not answered for 10 s, expected a JVM that is not stuck and accepts requests");
    assertThat(stuck.now).isBetween(SECONDS.toNanos(10), SECONDS.toNanos(11));
    assertThat(stuck.quits).as("with the file there").isOne();
    assertThat(facts.file("root/tmp/.attach_pid3")).doesNotExist();
  }

  @Test
  void aSocketThatIsOpenedInTimeIsUsed() {
    Stuck late = new Stuck(SECONDS.toNanos(9));

    assertThatThrownBy(() -> new AttachSocket(facts, late).ask("load", "", "", ""))
        .isInstanceOf(AttachException.class)
        .hasMessageStartingWith("process 7 did not answer (")
        .hasMessageEndingWith(".java_pid3 is left over from another process");
  }

  @Test
  void aProcessThatEndsMeanwhileIsNotWaitedFor() {
    Stuck ending =
        new Stuck(Long.MAX_VALUE) {
          @Override
          public void pause(long nanos) {
            super.pause(nanos);
            try {
              Files.move(facts.file(""), proc.resolve("8"));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };

    assertThatThrownBy(() -> new AttachSocket(facts, ending).ask("load", "", "", ""))
        .isInstanceOf(AttachException.class)
        .hasMessage("process 7 has ended in the meantime");
    assertThat(ending.now).isLessThan(SECONDS.toNanos(1));
  }

  /** A JVM that creates its socket file at a given time, but never answers. */
  private class Stuck implements AttachSocket.Surroundings {
    private final long opensAt;
    private long now;
    private int quits;

    Stuck(long opensAt) {
      this.opensAt = opensAt;
    }

    @Override
    public boolean quit(long pid) {
      quits += pid == PID && Files.exists(facts.file("root/tmp/.attach_pid3")) ? 1 : 0;
      return true;
    }

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public void pause(long nanos) {
      now += nanos;
      if (now >= opensAt && !Files.exists(facts.socket())) {
        try {
          Files.createFile(facts.socket());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  @Test
  void anAnswerWithoutANumberIsNoSuccess() {
    assertThat(Answer.of("")).isEqualTo(new Answer(-1, ""));
    assertThat(Answer.of("yes\nno")).isEqualTo(new Answer(-1, "yes no"));
    assertThat(Answer.of("101\n")).isEqualTo(new Answer(101, ""));
    assertThat(Answer.of("0\nModule x\n\n not there\n"))
        .isEqualTo(new Answer(0, "Module x not there"));
  }
}
