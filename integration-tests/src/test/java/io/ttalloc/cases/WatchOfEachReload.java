package io.ttalloc.cases;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;

/**
 * A program that, on each reload, creates a watch service and a daemon thread that waits for
 * events, and forgets the previous service.
 */
final class WatchOfEachReload {
  private WatchOfEachReload() {}

  public static void main(String[] args) throws IOException {
    boolean leak = args[0].equals("leak");
    WatchService current = null;
    for (int i = 0; i < 5; i++) {
      if (!leak && current != null) {
        current.close();
      }
      current = reload();
    }
    current.close();
  }

  private static WatchService reload() throws IOException {
    WatchService watch = FileSystems.getDefault().newWatchService(); // LEAK 4 watch service
    Path.of(".").register(watch, StandardWatchEventKinds.ENTRY_CREATE);
    Thread waiting = new Thread(() -> take(watch), "watch");
    waiting.setDaemon(true);
    waiting.start();
    while (waiting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return watch;
  }

  private static void take(WatchService watch) {
    try {
      while (watch.take().reset()) {
        Thread.onSpinWait();
      }
    } catch (InterruptedException | ClosedWatchServiceException e) {
      // Ends the thread.
    }
  }
}
