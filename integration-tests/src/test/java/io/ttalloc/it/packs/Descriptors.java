package io.ttalloc.it.packs;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The file descriptors of resources, as shown by the links in {@code /proc/self/fd}. */
final class Descriptors {
  private static final String SOCKET = "socket:";
  private static final String PIPE = "pipe:";
  private static final String POLL = "anon_inode:[eventpoll]";
  private static final String EVENT = "anon_inode:[eventfd]";
  private static final String WATCH = "anon_inode:inotify";
  private static final List<String> KINDS = List.of(SOCKET, PIPE, POLL, EVENT, WATCH);

  /**
   * Maps each type of resource whose descriptors have no path to the kinds of these descriptors.
   * The descriptors of all other types have paths.
   */
  private static final Map<String, List<String>> OF_TYPE =
      Map.ofEntries(
          Map.entry("process stream", List.of(PIPE)),
          Map.entry("watch service", List.of(WATCH, SOCKET, SOCKET)),
          Map.entry("socket", List.of(SOCKET)),
          Map.entry("socket channel", List.of(SOCKET)),
          Map.entry("server socket channel", List.of(SOCKET)),
          Map.entry("datagram channel", List.of(SOCKET)),
          Map.entry("asynchronous socket channel", List.of(SOCKET)),
          Map.entry("asynchronous server socket channel", List.of(SOCKET)),
          Map.entry("asynchronous channel group", List.of(POLL, PIPE, PIPE)),
          Map.entry("pipe source", List.of(PIPE)),
          Map.entry("pipe sink", List.of(PIPE)),
          Map.entry("selector", List.of(POLL, EVENT)));

  /** Devices, and system files that the JVM reads occasionally. */
  private static final List<String> SYSTEM = List.of("/dev/", "/proc/", "/sys/");

  private Descriptors() {}

  static boolean areWithoutPath(String type) {
    return OF_TYPE.containsKey(type);
  }

  /**
   * The number of descriptors without a path, by kind, if resources of exactly these types are
   * open.
   */
  static Map<String, Integer> expected(List<String> types) {
    Map<String, Integer> expected = new TreeMap<>();
    for (String type : types) {
      for (String kind : OF_TYPE.getOrDefault(type, List.of())) {
        expected.merge(kind, 1, Integer::sum);
      }
    }
    return expected;
  }

  /** The number of links to descriptors without a path, by kind. */
  static Map<String, Integer> counted(List<String> links) {
    Map<String, Integer> counted = new TreeMap<>();
    for (String link : links) {
      if (!link.startsWith("/")) {
        counted.merge(kind(link), 1, Integer::sum);
      }
    }
    return counted;
  }

  private static String kind(String link) {
    return KINDS.stream().filter(link::startsWith).findFirst().orElse(link);
  }

  /**
   * The files and folders among the links, except system files and those in the ledger's folder.
   */
  static Set<String> paths(List<String> links, String ledgers) {
    Set<String> paths = new TreeSet<>();
    for (String link : links) {
      if (link.startsWith("/")
          && !link.startsWith(ledgers)
          && SYSTEM.stream().noneMatch(link::startsWith)) {
        paths.add(link.replace(" (deleted)", ""));
      }
    }
    return paths;
  }
}
