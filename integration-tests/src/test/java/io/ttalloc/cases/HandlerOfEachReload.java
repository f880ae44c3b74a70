package io.ttalloc.cases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Logger;

/**
 * A plug-in that adds a FileHandler each time it is reloaded; only a shutdown hook of the JDK
 * closes the handlers.
 */
final class HandlerOfEachReload {
  private HandlerOfEachReload() {}

  public static void main(String[] args) throws IOException {
    boolean leak = args[0].equals("leak");
    Path folder = Files.createTempDirectory("logs");
    for (int i = 0; i < 5; i++) {
      Logger log = Logger.getLogger("edit");
      log.setUseParentHandlers(false);
      String name = folder.resolve("edit.log").toString();
      FileHandler handler = new FileHandler(name); // LEAK 5 log handler
      log.addHandler(handler);
      log.info("loaded " + i);
      if (!leak) {
        log.removeHandler(handler);
        handler.close();
      }
    }
  }
}
