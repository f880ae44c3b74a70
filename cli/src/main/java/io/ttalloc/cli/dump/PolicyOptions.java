package io.ttalloc.cli.dump;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.decision.RecordedReport;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.UserPathConverter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The command-line options for suppressions, the baseline and the exit status. They are the same
 * for all commands that judge ledgers, and they have the same names and meanings as the agent's
 * options.
 */
public final class PolicyOptions {
  /** The exit status if there is a leak. */
  public static final int LEAK = 23;

  /** The exit status if it is unknown whether there is a leak. */
  public static final int NO_JUDGEMENT = 24;

  /** Determines what makes a command fail. */
  enum FailOn {
    LEAK,
    OWN,
    UNDECIDED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Converts the argument of {@code --fail-on}; the error message lists the values as the user must
   * type them.
   */
  static final class FailOnConverter implements ITypeConverter<FailOn> {
    @Override
    public FailOn convert(String written) {
      for (FailOn each : FailOn.values()) {
        if (written.equals(each.toString())) {
          return each;
        }
      }
      throw new TypeConversionException(
          "expected leak, own or undecided but was '%s'".formatted(written));
    }
  }

  @Option(
      names = "--suppress",
      paramLabel = "FILE",
      split = ",",
      description =
          "Suppression files. If omitted, those in the environment variable TT_ALLOC_SUPPRESS"
              + " apply.")
  private @Nullable List<Path> suppress;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description =
          "An earlier JSON report: its leaks are known and do not make the command fail."
              + " If omitted, the one in the environment variable TT_ALLOC_BASELINE applies.")
  private @Nullable Path baseline;

  @Option(
      names = "--fail-on",
      paramLabel = "leak|own|undecided",
      split = ",",
      converter = FailOnConverter.class,
      description =
          "Exit with 23 if there is a leak that is neither in the baseline nor suppressed, and"
              + " with 24 if the process cannot be judged. own: only leaks that can be fixed in"
              + " your code. undecided: also exit with 24 if a finding is undecided (as verify"
              + " always does).")
  private @Nullable List<FailOn> failOn;

  public boolean failsOnLeak() {
    return failOn != null;
  }

  /** Whether a command fails only for leaks that the application's own code can fix. */
  public boolean failsOnOwn() {
    return failOn != null && failOn.contains(FailOn.OWN) && !failOn.contains(FailOn.LEAK);
  }

  /** Whether a command fails for UNDECIDED findings as well. */
  public boolean failsOnUndecided() {
    return failOn != null && failOn.contains(FailOn.UNDECIDED);
  }

  /** The suppression files. */
  public List<Path> suppressions() {
    return suppress == null ? named("TT_ALLOC_SUPPRESS") : suppress;
  }

  /** The file of the baseline; null if the user gave none. */
  public @Nullable Path baselineFile() {
    List<Path> files = baseline == null ? named("TT_ALLOC_BASELINE") : List.of(baseline);
    return files.isEmpty() ? null : files.get(0);
  }

  /**
   * Reads the suppressions and the baseline, and returns the analysis options. Suppressions that
   * expired before today do not apply.
   *
   * @param undone a clause for messages that says what was not done because of a mistake, such as
   *     {@code nothing was run}
   * @throws CommandFailure if there is a mistake in a file
   */
  public AnalysisOptions read(String undone) {
    return DecisionFiles.read(suppressions(), baselineFile(), undone)
        .failingOnOwn(failsOnOwn())
        .failingOnUndecided(failsOnUndecided());
  }

  /**
   * Returns the baseline; null if the user gave none. {@link #read} must have read its file
   * successfully.
   */
  public @Nullable RecordedReport baseline() {
    Path file = baselineFile();
    return file == null ? null : DecisionFiles.report(file).report();
  }

  /** Returns the files that an environment variable lists. */
  private static List<Path> named(String variable) {
    List<Path> files = new ArrayList<>();
    String value = System.getenv(variable);
    for (String name : value == null ? new String[0] : value.split(",", -1)) {
      if (!name.isBlank()) {
        files.add(UserPathConverter.of(name.strip()));
      }
    }
    return files;
  }
}
