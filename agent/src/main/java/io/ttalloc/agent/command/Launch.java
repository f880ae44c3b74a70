package io.ttalloc.agent.command;

import io.ttalloc.text.JavaCommand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program as the JVM's launcher reports it. This is more reliable than the command line if the
 * program comes from argument files, environment variables or a launcher other than {@code java}.
 *
 * @param command main class, jar or module, followed by a space and the arguments; null if a
 *     program started the JVM through JNI
 * @param isModule whether the program is a module
 */
public record Launch(@Nullable String command, boolean isModule) {

  /**
   * The prefix of the main class if the launcher runs a source file. The launcher does not report
   * the name of the file.
   */
  private static final String SOURCE_LAUNCHER = "jdk.compiler/com.sun.tools.javac.launcher.";

  /**
   * Reads the system properties that the launcher sets. An application may change them, so they are
   * read before it runs; later they are not trusted.
   *
   * @param late whether the application is already running
   */
  public static Launch read(boolean late) {
    return late
        ? new Launch(null, false)
        : new Launch(
            System.getProperty("sun.java.command"), System.getProperty("jdk.module.main") != null);
  }

  /**
   * Whether a word of the command line is the program. Needed because a newer launcher may have
   * options that this code does not know.
   *
   * @param fromFiles whether argument files precede the word; the last option in such a file may
   *     take the word as its value
   */
  boolean confirms(String program, boolean fromFiles) {
    if (command == null || command.startsWith(SOURCE_LAUNCHER)) {
      return !fromFiles;
    }
    return command.equals(program) || command.startsWith(program + " ");
  }

  /**
   * The command line, completed if an argument file names the program, or if an argument file ends
   * with an option whose value is mistaken for the program. To complete it, everything after the
   * last argument file is replaced by the program and its arguments; options after that file may be
   * lost.
   *
   * @param words the launcher and its arguments
   */
  List<String> completed(List<String> words) {
    JavaCommand java = JavaCommand.of(words);
    String found = java.program();
    if (command == null
        || !java.fromFiles()
        || command.startsWith(SOURCE_LAUNCHER)
        || (found != null && confirms(found, true))) {
      return words;
    }
    int lastFile = words.size() - java.arguments().size() - 1;
    while (!words.get(lastFile).startsWith("@")) {
      lastFile--;
    }
    List<String> complete = new ArrayList<>(words.subList(0, lastFile + 1));
    if (isModule) {
      complete.add("-m");
    }
    Collections.addAll(complete, command.split(" ", -1));
    return complete;
  }

  /**
   * The program: everything up to the first space, which separates it from the arguments. For a jar
   * with a space in its name, this is only a part of the name.
   */
  @Nullable String named() {
    if (command == null) {
      return null;
    }
    int blank = command.indexOf(' ');
    String program = blank < 0 ? command : command.substring(0, blank);
    String name =
        JavaCommand.named(isModule ? JavaCommand.Kind.MODULE : JavaCommand.Kind.CLASS, program);
    return name.isEmpty() ? null : name;
  }
}
