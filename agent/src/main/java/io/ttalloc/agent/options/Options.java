package io.ttalloc.agent.options;

import io.ttalloc.rules.ClassPattern;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options that apply: those that the user gave, and defaults for the others and in place of
 * wrong ones. Immutable.
 *
 * @param policy what the findings of the report lead to
 * @param problems mistakes of the user: where, what was found, what was expected, what happens now
 */
public record Options(
    Choice choice,
    Recording recording,
    Output output,
    Policy policy,
    OwnCode code,
    List<OptionProblem> problems) {

  /** The target of a dump that is not a file. */
  public static final String STDERR = "stderr";

  public Options {
    problems = List.copyOf(problems);
  }

  /**
   * The classes that are tracked.
   *
   * @param rules rule files to read, as the user named them
   * @param packs packs that ship with the agent, to be applied; {@link
   *     io.ttalloc.rules.RulePack#ALL} among them stands for all, and is there if the user chose
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
   * The content of the ledger.
   *
   * @param holders whether to ask the heap what keeps the open resources reachable
   * @param stacks whether the stack of each opening is captured
   * @param fullCommand whether all of the command line is kept, and not only the main class or jar
   *     and names of flags, in which no secret can stand
   * @param labels whether the labels that rules give resources are read and recorded
   * @param traceIds whether labels have the trace and span of OpenTelemetry's context
   * @param olderThanNanos how long a resource may be open whose rule does not say; 0 = for any time
   */
  public record Recording(
      Wanted holders,
      boolean stacks,
      boolean fullCommand,
      boolean labels,
      boolean traceIds,
      long olderThanNanos) {}

  /**
   * The output of the agent.
   *
   * @param dump where the dump at exit goes: {@link #STDERR} or the name of a file, in which {@code
   *     %p} stands for the process id and the suffix picks the format; not empty, no duplicates
   * @param wholeText whether text has all of the report, and not only what fits on a screen
   * @param dir folder of the ledgers; null means the default directory
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
   * The user's own code.
   *
   * @param app classes that are; no duplicates
   * @param library classes that are not; no duplicates
   */
  public record OwnCode(List<ClassPattern> app, List<ClassPattern> library) {
    public OwnCode {
      app = List.copyOf(app);
      library = List.copyOf(library);
    }
  }

  /** Whether to do something that is of use, or cheap, in some programs only. */
  public enum Wanted {
    /** Only where it is quick, and of use. */
    AUTO,
    TRUE,
    FALSE
  }

  /**
   * Reads the options. Never throws. Where both give an option, the argument wins.
   *
   * @param argument what stands behind {@code -javaagent:JAR=}, or null
   * @param environment the variables; only those named {@code TT_ALLOC_...} count
   */
  public static Options parse(@Nullable String argument, Map<String, String> environment) {
    return parse(argument, environment, "");
  }

  /**
   * The same for options that were written elsewhere.
   *
   * @param folder the absolute path to which relative names of files are added; empty for the
   *     folder of this process
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
