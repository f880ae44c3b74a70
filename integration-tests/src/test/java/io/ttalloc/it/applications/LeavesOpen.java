package io.ttalloc.it.applications;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Leaves a file open. Only {@link OwnTestsIT} runs it, because its name does not have the ending of
 * a test.
 */
final class LeavesOpen {
  static final List<Object> KEPT = new ArrayList<>();

  @Test
  void leavesAStreamOpen() throws IOException {
    KEPT.add(new FileInputStream("pom.xml"));
  }
}
