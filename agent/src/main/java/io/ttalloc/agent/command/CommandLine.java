package io.ttalloc.agent.command;

import io.ttalloc.text.JavaCommand;
import io.ttalloc.text.ShellWords;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a process's command line that the ledger keeps, in the form that {@link ShellWords}
 * reads.
 *
 * <p>Passwords occur in arguments in more forms than anyone can list. By default, therefore, no
 * arguments are kept, only parts that cannot contain a password; see {@link #main}.
 */
public final class CommandLine {
  private CommandLine() {}

  /**
   * The part of the command line to keep.
   *
   * @param full whether to keep the whole command line
   * @param words the program and its arguments
   */
  public static String of(boolean full, List<String> words, Launch launch) {
    return full ? Redaction.of(launch.completed(words)) : main(words, launch);
  }

  /**
   * The launcher, the JVM flags as filtered by {@link JvmFlags}, and the main class, jar or module.
   * For a program other than the java launcher, its name and the main class; a JVM that was started
   * through JNI has no main class.
   */
  static String main(List<String> words, Launch launch) {
    List<String> kept = new ArrayList<>();
    String launcher = JavaCommand.fileName(words.get(0));
    kept.add(launcher);
    if (!JavaCommand.isLauncher(launcher)) {
      add(launch.named(), kept);
      return ShellWords.joined(kept);
    }
    JavaCommand java = JavaCommand.of(words);
    for (String option : java.options()) {
      add(JvmFlags.withoutSecrets(option), kept);
    }
    String program = java.program();
    if (program == null || !launch.confirms(program, java.fromFiles())) {
      add(launch.named(), kept);
      return ShellWords.joined(kept);
    }
    if (java.kind() != JavaCommand.Kind.CLASS) {
      kept.add(java.kind() == JavaCommand.Kind.JAR ? "-jar" : "-m");
    }
    kept.add(JavaCommand.named(java.kind(), program));
    return ShellWords.joined(kept);
  }

  private static void add(@Nullable String word, List<String> kept) {
    if (word != null) {
      kept.add(word);
    }
  }
}
