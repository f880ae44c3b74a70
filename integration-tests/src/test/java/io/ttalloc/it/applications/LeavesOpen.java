package io.ttalloc.it.applications;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Leaves a file open. The build does not run this class, because the class is not named like a
 * test; only {@link OwnTestsIT} runs it.
 */
final class LeavesOpen {
  static final List<Object> KEPT = new ArrayList<>();

  @Test
  void leavesAStreamOpen() throws IOException {
    KEPT.add(new FileInputStream("pom.xml"));
  }
}
