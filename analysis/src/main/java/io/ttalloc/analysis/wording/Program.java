package io.ttalloc.analysis.wording;

import java.util.Set;

/** What a person calls a Java program: its jar or main class and its arguments, without the JVM. */
public final class Program {
  private static final Set<String> WITH_VALUE =
      Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path", "--add-modules");

  private Program() {}

  /**
   * The program within a command line.
   *
   * @param command the JVM's command line; given back as it is if no program is found in it
   */
  public static String of(String command) {
    String[] words = command.split(" ", -1);
    if (!fileName(words[0]).startsWith("java")) {
      return command;
    }
    int at = 1;
    while (at < words.length && words[at].startsWith("-")) {
      boolean names = words[at].equals("-jar") || words[at].equals("-m");
      at += WITH_VALUE.contains(words[at]) ? 2 : 1;
      if (names) {
        break;
      }
    }
    if (at >= words.length) {
      return command;
    }
    StringBuilder program = new StringBuilder(fileName(words[at]));
    for (int i = at + 1; i < words.length; i++) {
      program.append(' ').append(words[i]);
    }
    return program.toString();
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
