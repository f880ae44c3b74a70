package io.ttalloc.it.attached;

import io.ttalloc.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens two doors, later three more on request, and then closes one door of each group. If the file
 * {@code more} exists at the end, opens one more door and closes another door of each group.
 */
final class Doors {
  private static final List<Door> OLD = new ArrayList<>();
  private static final List<Door> NEW = new ArrayList<>();

  private Doors() {}

  public static void main(String[] args) {
    OLD.add(new Door());
    OLD.add(new Door());
    System.out.println("opened before");
    await(args[0], "go");
    for (int i = 0; i < 3; i++) {
      NEW.add(openAfter());
    }
    NEW.get(0).close();
    OLD.get(0).close();
    System.out.println("opened after");
    await(args[0], "end");
    if (Files.exists(Path.of(args[0], "more"))) {
      NEW.add(new Door());
      NEW.get(1).close();
      OLD.get(1).close();
    }
  }

  private static Door openAfter() {
    return new Door();
  }

  private static void await(String folder, String file) {
    Await.until(() -> Files.exists(Path.of(folder, file)));
  }
}
