package io.ttalloc.ledger.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarksTest {
  private static final Instant AT = Instant.parse("2023-11-14T22:13:21.5Z");

  @TempDir Path dir;

  @Test
  void appendsLinesToAPrivateFile() throws IOException {
    Path marks = dir.resolve("a.marks");
    Marks.append(marks, AT, ResidentMemory.UNKNOWN, "run 1");
    Marks.append(marks, AT.plusNanos(1), ResidentMemory.UNKNOWN, " run\n2\u001b\u2028x ");
    assertThat(marks)
        .content()
        .isEqualTo("2023-11-14T22:13:21.500Z run 1\n2023-11-14T22:13:21.500000001Z run?2??x\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(marks)))
        .isEqualTo("rw-------");
  }

  @Test
  void theMemoryThatTheProcessOccupiedIsBeforeTheName() throws IOException {
    Path marks = dir.resolve("a.marks");
    Marks.append(marks, AT, 4096, "run 1");
    Marks.append(marks, AT, ResidentMemory.UNKNOWN, " rss=7 of mine");
    assertThat(marks)
        .content()
        .isEqualTo(
            """
            2023-11-14T22:13:21.500Z rss=4096 run 1
            2023-11-14T22:13:21.500Z rss=? rss=7 of mine
            """);
  }

  @Test
  void aNameIsCutBetweenCharacters() {
    assertThat(Marks.printable("x".repeat(199) + "\uD83D\uDE00")).isEqualTo("x".repeat(199));
    assertThat(Marks.printable("x".repeat(198) + "\uD83D\uDE00y")).hasSize(200);
    assertThat(Marks.printable("\uD83D")).isEqualTo("?");
    assertThat(Marks.printable(" \t ")).isEqualTo("unnamed");
  }

  @Test
  void doesNotFollowASymbolicLink() throws IOException {
    Path target = Files.writeString(dir.resolve("precious"), "kept");
    Path link = Files.createSymbolicLink(dir.resolve("a.marks"), target);
    assertThatThrownBy(() -> Marks.append(link, AT, ResidentMemory.UNKNOWN, "m"))
        .isInstanceOf(IOException.class);
    assertThat(target).hasContent("kept");
  }

  @Test
  void marksOfSeveralThreadsDoNotMix() throws Exception {
    Path marks = dir.resolve("a.marks");
    List<Thread> threads = new ArrayList<>();
    List<Throwable> errors = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      String name = String.valueOf((char) ('a' + t)).repeat(150);
      Thread thread =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 200; i++) {
                    Marks.append(marks, AT, ResidentMemory.UNKNOWN, name);
                  }
                } catch (IOException e) {
                  synchronized (errors) {
                    errors.add(e);
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(errors).isEmpty();
    assertThat(Files.readAllLines(marks))
        .hasSize(800)
        .allMatch(line -> line.matches("2023-11-14T22:13:21\\.500Z (a{150}|b{150}|c{150}|d{150})"));
  }

  @Test
  void aFileAtItsBoundTakesNoMoreMarks() throws IOException {
    Path marks = dir.resolve("long.marks");
    Files.write(marks, new byte[Marks.MAX_BYTES - 40]);
    assertThat(Marks.append(marks, AT, ResidentMemory.UNKNOWN, "fits")).isTrue();
    assertThat(Marks.append(marks, AT, ResidentMemory.UNKNOWN, "does not fit")).isFalse();
    assertThat(Files.size(marks)).isLessThanOrEqualTo(Marks.MAX_BYTES);
  }

  @Test
  void anInterruptedThreadSetsAMarkAndStaysInterrupted() throws IOException {
    Path marks = dir.resolve("interrupted.marks");
    Thread.currentThread().interrupt();
    Marks.append(marks, AT, ResidentMemory.UNKNOWN, "run 1");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Files.readString(marks)).isEqualTo(AT + " run 1\n");
  }
}
