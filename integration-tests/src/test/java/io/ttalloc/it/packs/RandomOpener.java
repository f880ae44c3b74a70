package io.ttalloc.it.packs;

import io.ttalloc.it.packs.ways.Place;
import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Runs random programs. Each opens and closes resources of the packs jdk-files and jdk-net, and
 * stops {@link #POINTS} times. At each stop, it writes a file that lists its open resources and the
 * descriptors that the kernel shows, and waits until the test has compared both with the ledger.
 * Arguments: the folder, the seed, the number of programs.
 */
final class RandomOpener {
  static final int POINTS = 20;
  private static final int MAX_STEPS = 6;
  private static final int MAX_OPEN = 24;

  /** A resource that a step opened. */
  private record Open(Way way, Path place, AutoCloseable closeable) {}

  private final Path folder;
  private final Random random;
  private final List<Way> ways;
  private final Set<String> before;
  private final List<Open> open = new ArrayList<>();
  private int places;
  private int points;

  private RandomOpener(Path folder, long seed) throws Exception {
    this.folder = folder;
    this.random = new Random(seed);
    this.ways =
        Stream.of("jdk-files", "jdk-net")
            .map(Packs::byName)
            .flatMap(pack -> pack.ways(Runtime.version().feature()).stream())
            .filter(way -> way.settles() && isSeen(way))
            .toList();
    // Uses each way once, because the JDK keeps some descriptors when a kind of resource is first
    // used.
    for (Way way : ways) {
      way.open(way.facts().place().prepare(folder, ++places)).close();
    }
    this.before = descriptors();
  }

  private static boolean isSeen(Way way) {
    return switch (way.facts().judged()) {
      case LEAK, LEAK_UNLESS_DROPPED, NO_LEAK -> true;
      case LEAK_OF_NOBODY, NOT_FOUND -> false;
    };
  }

  public static void main(String[] args) throws Exception {
    RandomOpener opener = new RandomOpener(Path.of(args[0]), Long.parseLong(args[1]));
    for (int program = Integer.parseInt(args[2]); program > 0; program--) {
      for (int point = 0; point < POINTS; point++) {
        for (int step = opener.random.nextInt(MAX_STEPS) + 1; step > 0; step--) {
          opener.step();
        }
        opener.stop();
      }
      opener.closeAll();
    }
  }

  private void step() throws Exception {
    if (!open.isEmpty() && (open.size() == MAX_OPEN || random.nextInt(5) < 2)) {
      open.remove(random.nextInt(open.size())).closeable().close();
      return;
    }
    Way way = ways.get(random.nextInt(ways.size()));
    Path place = way.facts().place().prepare(folder, ++places);
    open.add(new Open(way, place, way.open(place)));
  }

  private void closeAll() throws Exception {
    for (Open each : open) {
      each.closeable().close();
    }
    open.clear();
  }

  /** Writes a line for each open resource and for each new descriptor. */
  private void stop() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Open each : open) {
      for (int i = 0; i < each.way().resources(); i++) {
        Way.Facts facts = each.way().facts();
        String place = facts.place() == Place.NOTHING ? "" : each.place().toString();
        lines.add(String.join("\t", "open", facts.code(), facts.type(), place));
      }
    }
    for (String descriptor : descriptors()) {
      if (!before.contains(descriptor)) {
        lines.add("descriptor\t" + descriptor.substring(descriptor.indexOf(' ') + 1));
      }
    }
    points++;
    Path written = folder.resolve("writing");
    Files.write(written, lines);
    Files.move(written, folder.resolve("point" + points), StandardCopyOption.ATOMIC_MOVE);
    Await.until(() -> !Files.exists(folder.resolve("point" + points)));
  }

  /**
   * The numbers and targets of the open descriptors, without the descriptor of the directory
   * listing itself, which is closed before the targets are read.
   */
  private static Set<String> descriptors() throws IOException {
    Set<String> found = new LinkedHashSet<>();
    List<Path> links;
    try (Stream<Path> listed = Files.list(Path.of("/proc/self/fd"))) {
      links = listed.toList();
    }
    for (Path link : links) {
      try {
        found.add(link.getFileName() + " " + Files.readSymbolicLink(link));
      } catch (NoSuchFileException closedSince) {
        // The descriptor of the listing itself.
      }
    }
    return found;
  }
}
