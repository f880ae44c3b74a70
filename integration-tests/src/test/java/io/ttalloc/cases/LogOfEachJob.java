package io.ttalloc.cases;

import io.ttalloc.cases.library.Appender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts an appender for each job, as programs do with Logback's appenders, and never stops one.
 */
final class LogOfEachJob {
  private static final List<Appender> APPENDERS = new ArrayList<>();

  private LogOfEachJob() {}

  public static void main(String[] args) throws IOException {
    boolean leak = args[0].equals("leak");
    for (int i = 0; i < 5; i++) {
      Path log = Files.createTempFile("job", ".log");
      Appender appender = new Appender(log.toString());
      APPENDERS.add(appender);
      // FIX stop() on the Appender whose start()
      appender.start(); // LEAK 5 file
      appender.append("job " + i);
      if (!leak) {
        appender.stop();
      }
      Files.delete(log);
    }
  }
}
