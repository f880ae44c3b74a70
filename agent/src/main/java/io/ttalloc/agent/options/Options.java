package io.ttalloc.agent.options;

import io.ttalloc.rules.ClassPattern;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options that apply: those that the user gave, and defaults in place of missing and wrong
 * ones. Immutable.
 *
 * @param policy the consequences of the report's findings
 * @param problems the user's mistakes: where, what was found, what was expected, what happens now
 */
public record Options(
    Choice choice,
    Recording recording,
    Output output,
    Policy policy,
    OwnCode code,
    List<OptionProblem> problems) {

  /** The target of a dump to standard error. */
  public static final String STDERR = "stderr";

  public Options {
    problems = List.copyOf(problems);
  }

  /**
   * The options that select the classes to track.
   *
   * @param rules rule files to read, as the user named them
   * @param packs the packs to apply, which ship with the agent; {@link
   *     io.ttalloc.rules.RulePack#ALL} stands for all of them, and is present if the user chose
   *     neither rules nor packs nor classes
   * @param track the classes that are tracked without a rule
   */
  public record Choice(List<String> rules, List<String> packs, TrackedPackages track) {
    public Choice {
      rules = List.copyOf(rules);
      packs = List.copyOf(packs);
    }
  }

  /**
   * The options that determine the content of the ledger.
   *
   * @param holders whether to search the heap for the references that keep open resources reachable
   * @param stacks whether the stack of each opening is captured
   * @param fullCommand whether the whole command line is kept, and not only the main class or jar
   *     and the names of flags, which cannot contain a secret
   * @param labels whether the labels that rules give resources are read and recorded
   * @param traceIds whether labels include the trace and span of OpenTelemetry's context
   * @param olderThanNanos how long a resource may be open if its rule sets no limit; 0 = no limit
   */
  public record Recording(
      Wanted holders,
      boolean stacks,
      boolean fullCommand,
      boolean labels,
      boolean traceIds,
      long olderThanNanos) {}

  /**
   * The options for the output of the agent.
   *
   * @param dump where the dump at exit is written: {@link #STDERR} or the name of a file, in which
   *     {@code %p} stands for the process id and the suffix selects the format; not empty, no
   *     duplicates
   * @param wholeText whether the text has the whole report, and not only what fits on a screen
   * @param dir the folder of the ledgers; null for the default folder
   * @param verbose whether the agent prints what it does
   * @param help whether to print {@link #helpText}
   */
  public record Output(
      List<String> dump, boolean wholeText, @Nullable String dir, boolean verbose, boolean help) {
    public Output {
      dump = List.copyOf(dump);
    }
  }

  /**
   * The options that say which code is the user's own.
   *
   * @param app classes that belong to the user's own code; no duplicates
   * @param library classes that do not belong to the user's own code; no duplicates
   */
  public record OwnCode(List<ClassPattern> app, List<ClassPattern> library) {
    public OwnCode {
      app = List.copyOf(app);
      library = List.copyOf(library);
    }
  }

  /** The setting of a feature that is useful, or cheap, only in some programs. */
  public enum Wanted {
    /** The feature is used only where it is quick and useful. */
    AUTO,
    TRUE,
    FALSE
  }

  /**
   * Reads the options. Never throws. If an option is given both in the argument and in the
   * environment, the argument wins.
   *
   * @param argument what follows {@code -javaagent:JAR=}, or null
   * @param environment the environment variables; only those named {@code TT_ALLOC_...} are read
   */
  public static Options parse(@Nullable String argument, Map<String, String> environment) {
    return parse(argument, environment, "");
  }

  /**
   * Like {@link #parse(String, Map)}, for options that come from another process.
   *
   * @param folder the absolute path that is prepended to relative file names; empty for the folder
   *     of this process
   */
  public static Options parse(
      @Nullable String argument, Map<String, String> environment, String folder) {
    return new OptionParser(environment, folder).parse(argument == null ? "" : argument);
  }

  /** The output of {@code help}: every option, from the table that the parser uses. */
  public static String helpText() {
    return Option.helpText();
  }
}
