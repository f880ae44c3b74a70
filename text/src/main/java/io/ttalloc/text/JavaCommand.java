package io.ttalloc.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A command line of the {@code java} launcher, parsed by the launcher's own rules.
 *
 * <p>The options end at the first word that is neither an option nor an option's value, or after
 * {@code -m}. {@code -jar} only means that this word is the name of a JAR file, so options may
 * follow {@code -jar}. Argument files ({@code @file}) are not read, although one of them may
 * contain the program.
 *
 * @param options the options, excluding values that are separate words, {@code -jar} and {@code -m}
 * @param program the class, JAR file, source file or module, or null
 * @param arguments the arguments of the program
 * @param fromFiles whether argument files precede the program, so that what looks like the program
 *     may be something else
 */
public record JavaCommand(
    List<String> options,
    Kind kind,
    @Nullable String program,
    List<String> arguments,
    boolean fromFiles) {

  /** The kind of thing that the program's name refers to. */
  public enum Kind {
    /** A main class, or a source file. */
    CLASS,
    JAR,
    /** A module, optionally followed by a slash and its main class. */
    MODULE
  }

  /**
   * Options whose value is the next word, unless the option itself contains the value after a
   * {@code =}.
   */
  private static final Set<String> WITH_VALUE =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--limit-modules",
          "--add-exports",
          "--add-opens",
          "--add-reads",
          "--patch-module",
          "--enable-native-access",
          "--enable-final-field-mutation",
          "--source",
          "-d",
          "--describe-module");

  private static final String MODULE_IS = "--module=";

  public JavaCommand {
    options = List.copyOf(options);
    arguments = List.copyOf(arguments);
  }

  /**
   * Whether a program with this file name is the launcher, such as {@code java} or {@code
   * javaw-17.exe}.
   */
  public static boolean isLauncher(String fileName) {
    String name = fileName.endsWith(".exe") ? withoutEnd(fileName, 4) : fileName;
    if (!name.startsWith("java")) {
      return false;
    }
    int at = name.startsWith("javaw") ? 5 : 4;
    while (at < name.length() && "-._0123456789".indexOf(name.charAt(at)) >= 0) {
      at++;
    }
    return at == name.length();
  }

  private static String withoutEnd(String text, int chars) {
    return text.substring(0, text.length() - chars);
  }

  /**
   * Parses a command line.
   *
   * @param words the launcher and everything that follows it
   */
  public static JavaCommand of(List<String> words) {
    List<String> options = new ArrayList<>();
    Kind kind = Kind.CLASS;
    boolean expands = true;
    boolean fromFiles = false;
    int at = 1;
    while (at < words.size()) {
      String word = words.get(at);
      boolean file = expands && word.length() > 1 && word.charAt(0) == '@';
      if (file && word.charAt(1) == '@') { // a name that starts with a single @
        return new JavaCommand(options, kind, word.substring(1), after(words, at), fromFiles);
      }
      if (!file && !word.startsWith("-")) {
        return new JavaCommand(options, kind, word, after(words, at), fromFiles);
      }
      if (word.equals("-m") || word.equals("--module")) {
        String module = at + 1 < words.size() ? words.get(at + 1) : null;
        return new JavaCommand(options, Kind.MODULE, module, after(words, at + 1), fromFiles);
      }
      if (word.startsWith(MODULE_IS)) {
        String module = word.substring(MODULE_IS.length());
        return new JavaCommand(options, Kind.MODULE, module, after(words, at), fromFiles);
      }
      fromFiles |= file;
      expands &= !word.equals("--disable-@files");
      if (word.equals("-jar")) {
        kind = Kind.JAR;
      } else if (!file) {
        options.add(word);
      }
      at++;
      if (WITH_VALUE.contains(word)) {
        fromFiles |= expands && at < words.size() && words.get(at).startsWith("@");
        at++;
      }
    }
    return new JavaCommand(options, kind, null, List.of(), fromFiles);
  }

  private static List<String> after(List<String> words, int at) {
    return words.subList(Math.min(at + 1, words.size()), words.size());
  }

  /**
   * Returns the name by which a user knows the program; for a JAR or source file, without its
   * directories.
   */
  public static String named(Kind kind, String program) {
    return kind == Kind.MODULE ? program : fileName(program);
  }

  /** Returns the last element of a path. */
  public static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
