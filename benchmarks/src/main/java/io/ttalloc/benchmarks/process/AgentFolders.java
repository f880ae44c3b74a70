package io.ttalloc.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The agent's private folders: one that is kept from run to run, as on a user's machine, and one
 * that is emptied before each run, as at the first start on a machine. Not thread-safe.
 */
final class AgentFolders {
  private final Path agent;
  private final Path warm;
  private final Path cold;

  AgentFolders(Path agent, Path parent) throws IOException {
    this.agent = agent;
    this.warm = Files.createDirectories(parent.resolve("warm"));
    this.cold = parent.resolve("cold");
  }

  /** The options of a JVM with all packs and a folder that earlier runs have used. */
  List<String> warm() throws IOException {
    return withOptions("packs=auto");
  }

  /** The options of a JVM whose agent has the given options and uses the folder that is kept. */
  List<String> withOptions(String options) throws IOException {
    LeftLedgers.deleteAll(warm);
    return List.of("-javaagent:%s=%s,dir=%s".formatted(agent, options, warm));
  }

  /** The options of a JVM with all packs and an empty folder. */
  List<String> cold() throws IOException {
    if (Files.exists(cold)) {
      try (Stream<Path> files = Files.walk(cold)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    Files.createDirectory(cold);
    return List.of("-javaagent:%s=packs=auto,dir=%s".formatted(agent, cold));
  }
}
