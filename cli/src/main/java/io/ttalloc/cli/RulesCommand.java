package io.ttalloc.cli;

import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.HelpText;
import io.ttalloc.cli.arguments.InstallFolder;
import io.ttalloc.cli.arguments.UserPathConverter;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code rules}: shows what the packs cover and what a rule file matches, and drafts
 * rule files.
 *
 * <p>It runs the agent's JAR file as a program in a separate JVM, so that rules are read by the
 * same code, with the same messages, as when classes are woven.
 */
@Command(
    name = "rules",
    description = {
      "Lists the packs that ship with the agent; shows what a rule file matches in jars and folders;"
          + " drafts a rule file for a package.",
      "",
      "Classes on the class path are read, but not loaded."
    },
    footerHeading = HelpText.EXAMPLES,
    footer = {
      "  tt-alloc rules",
      "  tt-alloc rules check pool.yaml --classpath lib/pool.jar:classes",
      "  tt-alloc rules draft 'com.acme.**' --classpath classes > acme.yaml"
    },
    exitCodeListHeading = HelpText.EXIT_STATUS,
    exitCodeList = {HelpText.DONE, "1:an error, explained in one line, or check found a problem"})
@SuppressWarnings("NullAway.Init") // picocli sets the annotated fields before it runs the command
final class RulesCommand implements Callable<Integer> {
  /** The action to perform. */
  enum Action {
    LIST,
    CHECK,
    DRAFT
  }

  /** The actions as the user types them. */
  private static final class ActionWords implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Action.values())
          .map(action -> action.name().toLowerCase(Locale.ROOT))
          .iterator();
    }
  }

  private final InstallFolder home;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ACTION",
      completionCandidates = ActionWords.class,
      description = "list, check or draft; list if not given.")
  private Action action = Action.LIST;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "WHAT",
      description =
          "For check, the rule file; for draft, the classes: a name, or a pattern such as com.acme.* or com.acme.**.")
  private @Nullable String what;

  @Option(
      names = "--classpath",
      paramLabel = "PATH",
      description = "Jars and folders of classes, separated by colons as in a class path.")
  private @Nullable String classPath;

  RulesCommand(InstallFolder home) {
    this.home = home;
  }

  @Override
  public Integer call() throws InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+DisplayVMOutputToStderr");
    command.add("-Xlog:disable");
    command.add("-Xlog:all=warning:stderr:uptime,level,tags");
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-jar");
    command.add(home.agentJar().toString());
    command.addAll(arguments());
    return ChildProcess.run(new ProcessBuilder(command));
  }

  private List<String> arguments() {
    String name = action.name().toLowerCase(Locale.ROOT);
    if (action == Action.LIST) {
      if (what != null || classPath != null) {
        throw new CommandFailure("list accepts neither WHAT nor --classpath, expected list alone");
      }
      return List.of(name);
    }
    if (what == null || classPath == null) {
      String noun = action == Action.CHECK ? "FILE" : "CLASSES";
      throw new CommandFailure(
          "no %s given, expected %s %s --classpath PATH"
              .formatted(what == null ? noun : "--classpath", name, noun));
    }
    List<String> arguments = new ArrayList<>(List.of(name));
    arguments.add(action == Action.CHECK ? UserPathConverter.of(what).toString() : what);
    for (String path : classPath.split(File.pathSeparator, -1)) {
      if (!path.isEmpty()) {
        arguments.add(UserPathConverter.of(path).toString());
      }
    }
    return arguments;
  }
}
