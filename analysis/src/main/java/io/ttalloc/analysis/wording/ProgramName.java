package io.ttalloc.analysis.wording;

import java.util.List;

/**
 * What a person calls a Java program: its jar, main class or module, and its arguments as far as
 * they are known, without the JVM.
 */
public final class ProgramName {
  private ProgramName() {}

  /**
   * The program within a command line.
   *
   * @param command as {@link ShellWords#joined} writes it; given back as it is if no program is
   *     found in it
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

  /** At most {@code most} characters of a name, the middle left out. */
  public static String shortened(String name, int most) {
    if (name.length() <= most) {
      return name;
    }
    int head = (most - 3) / 2;
    int tail = most - 3 - head;
    return name.substring(0, head) + "..." + name.substring(name.length() - tail);
  }
}
