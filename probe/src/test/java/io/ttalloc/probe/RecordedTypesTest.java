package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.record.SuperTypeRecord;
import io.ttalloc.probe.resource.Resource;
import java.io.Closeable;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedTypesTest {
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
      String outer = RecordedTypesTest.class.getName() + "$";
      assertThat(probe.image().rows(SuperTypeRecord.class))
          .containsExactly(
              new SuperTypeRecord(outer + "Resource", outer + "Middle"),
              new SuperTypeRecord(outer + "Resource", outer + "Base"),
              new SuperTypeRecord(outer + "Resource", outer + "Unit"),
              new SuperTypeRecord(outer + "Resource", outer + "Named"));
    }
  }
}
