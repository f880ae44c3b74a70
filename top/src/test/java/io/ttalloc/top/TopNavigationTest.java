package io.ttalloc.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.top.TopKey.Kind;
import io.ttalloc.top.TopView.Panel;
import io.ttalloc.watch.MachineState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the effects of keys. */
class TopNavigationTest {
  private final MachineState state = SampleMachine.SHARED.state();
  private TopStep step = TopStep.to(TopView.FIRST);

  private TopNavigationTest press(Kind... keys) {
    for (Kind key : keys) {
      step = TopNavigation.press(TopKey.of(key), step.view(), state, 80, 24);
    }
    return this;
  }

  private TopNavigationTest type(String text) {
    text.codePoints()
        .forEach(c -> step = TopNavigation.press(TopKey.of(c), step.view(), state, 80, 24));
    return this;
  }

  private TopView view() {
    return step.view();
  }

  private String firstSites() {
    return TopRows.of(state, view()).sites().stream().map(row -> row.id().title()).toList() + "";
  }

  @Test
  void enterPicksTheSelectedProcessAndEscapeAllOfThem() {
    press(Kind.DOWN, Kind.ENTER);
    assertThat(view().panel()).isEqualTo(Panel.SITES);
    assertThat(view().selection().picked()).isEqualTo(state.processes().get(0).ledger());
    assertThat(firstSites()).isEqualTo("[Ttnn.matmul, Pool.borrow]");

    press(Kind.ESCAPE);
    assertThat(view().panel()).isEqualTo(Panel.PROCESSES);
    assertThat(firstSites()).isEqualTo("[Ttnn.matmul, Main.run, Pool.borrow]");
  }

  @Test
  void enterOpensASiteAndEscapeLeadsBackToIt() {
    press(Kind.TAB, Kind.DOWN, Kind.ENTER);
    assertThat(view().panel()).isEqualTo(Panel.FINDING);
    assertThat(TopRows.of(state, view()).finding().id().title()).isEqualTo("Main.run");

    press(Kind.ESCAPE);
    assertThat(view().panel()).isEqualTo(Panel.SITES);
    assertThat(TopRows.of(state, view()).selectedSite()).isEqualTo(1);
  }

  @Test
  void theSelectionStaysWithinTheList() {
    press(Kind.UP, Kind.PAGE_UP, Kind.HOME);
    assertThat(TopRows.of(state, view()).selectedProcess()).isZero();

    press(Kind.END, Kind.DOWN, Kind.PAGE_DOWN);
    assertThat(TopRows.of(state, view()).selectedProcess()).isEqualTo(2);

    type("g");
    assertThat(TopRows.of(state, view()).selectedProcess()).isZero();
  }

  @Test
  void theSelectionStaysWithItsProcessWhenTheOrderChanges() {
    press(Kind.HOME);
    assertThat(view().order().processes()).isEqualTo(ProcessOrder.LEAKS);
    type("SSSSS");
    assertThat(view().order().processes()).isEqualTo(ProcessOrder.AGE);
    assertThat(TopRows.of(state, view()).process().pid()).isEqualTo(4242);

    type("SSr");
    assertThat(view().order().processes()).isEqualTo(ProcessOrder.PID);
    assertThat(TopRows.of(state, view()).processes())
        .extracting(process -> process.pid())
        .containsExactly(4242L, 4711L, 32_003L);
    assertThat(TopRows.of(state, view()).process().pid()).isEqualTo(4242);
  }

  @Test
  void sitesAreSortedByTheirOwnColumns() {
    press(Kind.TAB);
    assertThat(firstSites()).isEqualTo("[Ttnn.matmul, Main.run, Pool.borrow]");
    type("ssss");
    assertThat(view().order().sites()).isEqualTo(SiteOrder.GREW);
    type("r");
    assertThat(firstSites()).isEqualTo("[Pool.borrow, Main.run, Ttnn.matmul]");
  }

  @Test
  void aMarkHasTheNameThatWasTyped() {
    press(Kind.DOWN);
    type("mcycle q?");
    press(Kind.BACKSPACE);
    type("\u001b日");
    assertThat(view().prompt()).isEqualTo("cycle q日");

    press(Kind.ENTER);
    assertThat(step.quit()).isFalse();
    assertThat(step.mark().name()).isEqualTo("cycle q日");
    assertThat(step.mark().process().pid()).isEqualTo(4711);
    assertThat(view().prompt()).isNull();
  }

  @Test
  void aMarkWithoutANameIsNotSet() {
    type("m");
    press(Kind.BACKSPACE, Kind.ENTER);
    assertThat(step.mark()).isNull();

    type("mabc");
    press(Kind.ESCAPE);
    assertThat(step.mark()).isNull();
    assertThat(view().prompt()).isNull();
  }

  @Test
  void nothingIsMarkedWhereThereIsNoProcess() {
    MachineState empty = SampleMachine.state(List.of());
    for (Kind kind : Kind.values()) {
      for (char c : "mjkqgGsSr? p".toCharArray()) {
        TopKey key = kind == Kind.CHARACTER ? TopKey.of(c) : TopKey.of(kind);
        for (Panel panel : Panel.values()) {
          TopStep to = TopNavigation.press(key, TopView.FIRST.on(panel), empty, 80, 24);
          assertThat(to.mark()).isNull();
        }
      }
    }
    TopStep mark = TopNavigation.press(TopKey.of('m'), TopView.FIRST, empty, 80, 24);
    assertThat(mark.view().message()).isEqualTo("no process to mark");
  }

  @Test
  void textIsNotScrolledBeyondItsEnd() {
    type("?");
    press(Kind.END);
    int last = view().scroll();
    assertThat(last).isPositive();

    press(Kind.DOWN);
    assertThat(view().scroll()).isEqualTo(last);
    press(Kind.UP);
    assertThat(view().scroll()).isEqualTo(last - 1);
  }

  @Test
  void pausesAndQuits() {
    type("p");
    assertThat(view().paused()).isTrue();
    type(" ");
    assertThat(view().paused()).isFalse();
    type("q");
    assertThat(step.quit()).isTrue();
  }
}
