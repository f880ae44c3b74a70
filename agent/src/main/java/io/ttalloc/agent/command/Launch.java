package io.ttalloc.agent.command;

import io.ttalloc.text.JavaCommand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program as the JVM's launcher reports it. More reliable than the command line where the
 * program comes from argument files, variables or another launcher than {@code java}.
 *
 * @param command main class, jar or module, and behind a blank its arguments; null if a program
 *     started the JVM by JNI
 * @param isModule whether it is a module
 */
public record Launch(@Nullable String command, boolean isModule) {

  /** The class by which the launcher runs a source file; it does not give the name of that. */
  private static final String SOURCE_LAUNCHER = "jdk.compiler/com.sun.tools.javac.launcher.";

  /**
   * Reads the system properties that the launcher sets. An application may change them, so they are
   * read before it runs; later they are not trusted.
   *
   * @param late whether the application runs already
   */
  public static Launch read(boolean late) {
    return late
        ? new Launch(null, false)
        : new Launch(
            System.getProperty("sun.java.command"), System.getProperty("jdk.module.main") != null);
  }

  /**
   * Whether a word of the command line is the program: a newer launcher may have options that this
   * code does not know.
   *
   * @param fromFiles whether argument files precede it; the last option in one may take the word as
   *     its value
   */
  boolean confirms(String program, boolean fromFiles) {
    if (command == null || command.startsWith(SOURCE_LAUNCHER)) {
      return !fromFiles;
    }
    return command.equals(program) || command.startsWith(program + " ");
  }

  /**
   * A command line as it would be without argument files where one of them names the program, or
   * ends with an option whose value only looks like it. What follows the last file is then replaced
   * by the program and its arguments; options may be lost there.
   *
   * @param words the launcher and all that follows it
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
   * The program: all up to the first blank, which arguments follow. Of a jar with a blank in its
   * name this is only a part.
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
