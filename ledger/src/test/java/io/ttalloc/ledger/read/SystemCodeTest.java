package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.SlotLayout.EXTENSION_SCOPE;
import static io.ttalloc.ledger.SlotLayout.FLAG_INFRASTRUCTURE;
import static io.ttalloc.ledger.SlotLayout.SLOT_FLAGS;
import static io.ttalloc.ledger.read.LedgerBytes.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.SystemCodeRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recognizes resources that system code opened, by the frames on their stacks. */
class SystemCodeTest {
  @TempDir Path dir;
  private final LedgerBytes ledger = new LedgerBytes();

  private int openedBy(int... frames) {
    return ledger.open(ledger.tally(0, ledger.stack(frames)), 1);
  }

  private int frame(String className, String method) {
    return ledger.frame(className, method, "A.java", 8);
  }

  private void systemCode(String classes, @Nullable String method) {
    ledger.ints(
        SystemCodeRecord.NUMBER, ledger.text(classes), method == null ? 0 : ledger.text(method));
  }

  /** The infrastructure scopes of all slots, in the order of the slots. */
  private List<@Nullable String> scopes() throws IOException {
    LedgerImage image = LedgerReader.read(ledger.writeTo(dir.resolve("a.ledger")), Liveness.PROBE);
    List<@Nullable String> scopes = new ArrayList<>();
    image.forEachSlot(found -> scopes.add(found.opened().infrastructureScope()));
    return scopes;
  }

  @Test
  void aMethodOfAClassIsMeantAndNoOtherMethodAndNoOtherClass() throws IOException {
    systemCode("java.lang.VirtualThread", "<clinit>");
    openedBy(frame("a.Pool", "<init>"), frame("java.lang.VirtualThread", "<clinit>"));
    openedBy(frame("a.Pool", "<init>"), frame("java.lang.VirtualThread", "run"));
    openedBy(frame("a.Pool", "<init>"), frame("java.lang.VirtualThreads", "<clinit>"));
    assertThat(scopes()).containsExactly("VirtualThread.<clinit>", null, null);
  }

  @Test
  void allCodeOfAClassOfAPackageOrOfPackagesIsMeant() throws IOException {
    systemCode("a.Fabric", null);
    systemCode("b.own.*", null);
    systemCode("c.**", null);
    openedBy(frame("a.Fabric", "up"));
    openedBy(frame("a.Fabrics", "up"));
    openedBy(frame("b.own.Link", "up"));
    openedBy(frame("b.own.deep.Link", "up"));
    openedBy(frame("b.owner.Link", "up"));
    openedBy(frame("c.Link", "up"));
    openedBy(frame("c.deep.er.Link", "up"));
    openedBy(frame("cc.Link", "up"));
    assertThat(scopes())
        .containsExactly("Fabric.up", null, "Link.up", null, null, "Link.up", "Link.up", null);
  }

  @Test
  void theOutermostSuchFrameIsNamed() throws IOException {
    systemCode("a.**", null);
    openedBy(frame("a.Inner", "one"), frame("b.Between", "two"), frame("a.Outer", "three"));
    assertThat(scopes()).containsExactly("Outer.three");
  }

  @Test
  void aRecordedScopeCountsMore() throws IOException {
    systemCode("a.**", null);
    int woven = openedBy(frame("a.Inner", "one"));
    ledger.putShort(slot(woven) + SLOT_FLAGS, FLAG_INFRASTRUCTURE);
    ledger.putInt(slot(ledger.extend(woven)) + EXTENSION_SCOPE, ledger.text("Device.init"));
    int unnamed = openedBy(frame("b.Inner", "one"));
    ledger.putShort(slot(unnamed) + SLOT_FLAGS, FLAG_INFRASTRUCTURE);
    assertThat(scopes()).containsExactly("Device.init", "a scope that was not recorded");
  }

  @Test
  void withoutAStackNothingIsKnown() throws IOException {
    systemCode("a.**", null);
    ledger.open(ledger.tally(0, 0), 1);
    assertThat(scopes()).hasSize(1).containsOnlyNulls();
  }

  @Test
  void aStackIsSearchedWithoutALedger() {
    SystemCode code = new SystemCode(List.of(new SystemCodeRecord("a.Fabric", "up")));
    Frame pool = new Frame("a.Pool", "get", "Pool.java", 8);

    assertThat(code.isOn(List.of(pool, new Frame("a.Fabric", "up", "Fabric.java", 3)))).isTrue();
    assertThat(code.isOn(List.of(pool, new Frame("a.Fabric", "down", "Fabric.java", 3)))).isFalse();
    assertThat(code.isOn(List.of())).isFalse();
  }
}
