package io.ttalloc.it.reliability;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of one trial on one JDK. Immutable.
 *
 * @param trial the trial
 * @param jdk the version of the JDK
 * @param repeats what the trial repeated and how often, for example {@code 3 processes, 1,000
 *     resources}
 * @param lost events that were published in the ledger and later missing or wrong there, plus
 *     normal operations after the trial that were not recorded exactly
 * @param dropped events that could not be recorded, and were counted as dropped
 * @param longestMillis the longest single operation of an application thread, in milliseconds, as
 *     measured by the thread
 * @param exitStatus the exit status of the process
 */
public record Row(
    Trial trial,
    String jdk,
    String repeats,
    long lost,
    long dropped,
    double longestMillis,
    int exitStatus) {

  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();
  private static final double NANOS_PER_MILLI = 1e6;

  /** A row whose longest operation is given in nanoseconds. */
  public static Row of(
      Trial trial,
      Jdk jdk,
      String repeats,
      long lost,
      long dropped,
      long maxNanos,
      int exitStatus) {
    return new Row(
        trial, jdk.version(), repeats, lost, dropped, maxNanos / NANOS_PER_MILLI, exitStatus);
  }

  /** The folder for the rows of a run. */
  static Path folder() {
    return Repository.root().resolve("integration-tests/target/reliability");
  }

  /** Writes the row to its own file, from which the paper is made. */
  public void write() throws IOException {
    writeTo(folder());
  }

  void writeTo(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(file(folder, trial, major()), GSON.toJson(this) + "\n");
  }

  /** The row that the last run wrote to a folder; empty if there is none. */
  static Optional<Row> read(Path folder, Trial trial, int major) throws IOException {
    Path file = file(folder, trial, major);
    return Files.exists(file)
        ? Optional.of(GSON.fromJson(Files.readString(file), Row.class))
        : Optional.empty();
  }

  /** The feature release of the JDK. */
  int major() {
    return Integer.parseInt(jdk.split("[^0-9]", 2)[0]);
  }

  private static Path file(Path folder, Trial trial, int major) {
    String name = trial.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return folder.resolve(name + "-" + major + ".json");
  }
}
