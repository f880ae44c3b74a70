package io.ttalloc.it.commands;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ttalloc.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A terminal with a shell, emulated by tmux. Not thread-safe. */
final class TmuxScreen implements AutoCloseable {
  private final Path program;
  private final Path socket;

  private TmuxScreen(Path program, Path socket) {
    this.program = program;
    this.socket = socket;
  }

  /** The path of tmux; empty if it is not installed. */
  static Optional<Path> program() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .map(folder -> Path.of(folder, "tmux"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts a shell in a terminal of the given size.
   *
   * @param folder the working folder, which also contains the files of tmux
   */
  static TmuxScreen start(Path program, Path folder, int columns, int rows) throws Exception {
    // The path of a socket is limited to about a hundred characters.
    TmuxScreen screen = new TmuxScreen(program, Files.createTempDirectory("tmux").resolve("s"));
    screen.tmux(
        List.of(
            "-f",
            "/dev/null",
            "-u",
            "new-session",
            "-d",
            "-c",
            folder.toString(),
            "-x",
            Integer.toString(columns),
            "-y",
            Integer.toString(rows),
            "env PS1='shell: ' LC_ALL=C.UTF-8 sh"));
    screen.tmux(List.of("set-option", "-g", "status", "off"));
    screen.await("^shell:");
    return screen;
  }

  /** Types a line into the shell. */
  void enter(String line) throws Exception {
    tmux(List.of("send-keys", "-l", line));
    keys("Enter");
  }

  /** Presses keys, given by their names in tmux. */
  void keys(String... keys) throws Exception {
    List<String> command = new ArrayList<>(List.of("send-keys"));
    command.addAll(List.of(keys));
    tmux(command);
  }

  void resize(int columns, int rows) throws Exception {
    tmux(List.of("resize-window", "-x", Integer.toString(columns), "-y", Integer.toString(rows)));
  }

  /** The text on the screen, without trailing blanks. */
  String text() throws Exception {
    return tmux(List.of("capture-pane", "-p"));
  }

  /** Whether the terminal shows the alternate screen, which full-screen programs use. */
  boolean isAlternate() throws Exception {
    return tmux(List.of("display-message", "-p", "#{alternate_on}")).strip().equals("1");
  }

  boolean showsCursor() throws Exception {
    return tmux(List.of("display-message", "-p", "#{cursor_flag}")).strip().equals("1");
  }

  /** Waits until a pattern matches the text on the screen, and returns the match. */
  String await(String regex) throws Exception {
    Pattern pattern = Pattern.compile(regex, Pattern.MULTILINE);
    return await(text -> pattern.matcher(text).find(), regex);
  }

  /** Waits until the screen is as expected. */
  String await(Predicate<String> expected, String what) throws Exception {
    String[] text = {""};
    Await.until(
        () -> {
          text[0] = text();
          return expected.test(text[0]);
        },
        () -> "for " + what + " on the screen, which has\n" + text[0]);
    return text[0];
  }

  private String tmux(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString(), "-S", socket.toString()));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(command + ": " + output);
    }
    return output;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    tmux(List.of("kill-server"));
    Files.deleteIfExists(socket);
    Files.delete(socket.getParent());
  }
}
