package io.ttalloc.text;

import java.util.List;

/**
 * The name by which a user knows a Java program: its JAR file, main class or module, followed by
 * its recorded arguments, without the JVM and the JVM's options.
 */
public final class ProgramName {
  private ProgramName() {}

  /**
   * Returns the name of the program in a command line.
   *
   * @param command the command as {@link ShellWords#joined} writes it; returned unchanged if it has
   *     no program
   */
  public static String of(String command) {
    List<String> words = ShellWords.split(command);
    if (words.isEmpty() || !JavaCommand.isLauncher(JavaCommand.fileName(words.get(0)))) {
      return command;
    }
    JavaCommand java = JavaCommand.of(words);
    if (java.program() == null) {
      return command;
    }
    String program = JavaCommand.named(java.kind(), java.program());
    return java.arguments().isEmpty()
        ? program
        : program + " " + ShellWords.joined(java.arguments());
  }

  /** Shortens a name to {@code max} characters by omitting its middle. */
  public static String shortened(String name, int max) {
    if (name.length() <= max) {
      return name;
    }
    int head = (max - 3) / 2;
    int tail = max - 3 - head;
    return name.substring(0, head) + "..." + name.substring(name.length() - tail);
  }
}
