package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuperTypeRecordsTest {
  @TempDir Path folder;

  private interface Named {}

  private interface Unit extends Named, Closeable {}

  private abstract static class Base implements Unit {
    @Override
    public void close() {}
  }

  private static class Middle extends Base {}

  private static final class Resource extends Middle {}

  private static final class Plain {}

  @Test
  void theLedgerSaysWhatTheClassesOfResourcesExtendAndImplement() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.open(new Resource(), probe.plain, 1);
      probe.open(new Plain(), probe.plain, 1);
      String outer = SuperTypeRecordsTest.class.getName() + "$";
      assertThat(probe.image().superTypes()).containsOnlyKeys(outer + "Resource");
      assertThat(probe.image().superTypes().get(outer + "Resource"))
          .containsExactly(outer + "Middle", outer + "Base", outer + "Unit", outer + "Named");
    }
  }
}
