package io.ttalloc.it.packs;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Ways;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Opens resources of a pack in every way, {@link #TIMES} times each. Arguments: the {@link End} of
 * the resources, a folder, and the names of classes that list ways.
 */
public final class OpensInEveryWay {
  /** The number of times each way is used. */
  public static final int TIMES = 3;

  /** The fate of an opened resource. */
  public enum End {
    /** Kept until the program ends. */
    KEPT,
    /** Made unreachable without a close, so that it may be collected. */
    DROPPED,
    /** Closed, if the JDK has a method that closes it. */
    CLOSED;

    /** Returns the ends after which resources of the given way are still open on a JDK. */
    static List<End> leavingOpen(Way way, int major) {
      return way.closableSince() <= major ? List.of(KEPT, DROPPED) : List.of(values());
    }
  }

  private static final List<Object> KEPT = new ArrayList<>();

  private OpensInEveryWay() {}

  public static void main(String[] args) throws Exception {
    End end = End.valueOf(args[0]);
    Path folder = Path.of(args[1]);
    int number = 0;
    List<Class<? extends Ways>> kinds = new ArrayList<>();
    for (String kind : List.of(args).subList(2, args.length)) {
      kinds.add(Class.forName(kind).asSubclass(Ways.class));
    }
    for (Way way : new Pack("", Set.of(), kinds).ways(Runtime.version().feature())) {
      for (int i = 0; i < TIMES; i++) {
        Path place = way.facts().place().prepare(folder, ++number);
        end(way.open(place), end);
      }
    }
    exitAfter(Thread.currentThread());
  }

  /**
   * Ends the JVM after a thread has ended, because a server that is not stopped would keep the JVM
   * running.
   */
  private static void exitAfter(Thread last) {
    new Thread(
            () -> {
              try {
                last.join();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              System.exit(0);
            },
            "exit")
        .start();
  }

  private static void end(AutoCloseable opened, End end) throws Exception {
    switch (end) {
      case KEPT -> KEPT.add(opened);
      case DROPPED -> {}
      case CLOSED -> {
        opened.close();
        opened.close();
      }
    }
  }
}
