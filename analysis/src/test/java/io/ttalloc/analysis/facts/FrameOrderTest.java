package io.ttalloc.analysis.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.heap.report.FrameVariable;
import io.ttalloc.heap.report.ObjectTypes;
import io.ttalloc.ledger.GuardLayout;
import io.ttalloc.ledger.read.GuardEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A frame whose class file has these variables, by their numbers. */
class FrameOrderTest {
  private static final ObjectTypes ARGUMENTS = new ObjectTypes(List.of("java.lang.String[]"), true);
  private static final ObjectTypes LIST =
      new ObjectTypes(List.of("java.util.ArrayList", "java.util.List"), true);
  private static final ObjectTypes SET =
      new ObjectTypes(List.of("java.util.HashSet", "java.util.Set"), true);

  private final List<GuardEntry> guards = new ArrayList<>();

  private void has(int slot, @Nullable String type) {
    guards.add(new GuardEntry("Main", "main", 9, type, null, false, false, false, false, slot + 1));
  }

  private void hasResults() {
    has(GuardLayout.GUARD_RESULTS - 1, null);
  }

  /** The numbers of the variables that may have an object of those that a dump lists. */
  private List<Integer> slotsOf(int position, ObjectTypes... objects) {
    FrameVariable variable =
        new FrameVariable(
            "main", "Main.main(Main.java:9)", objects[position], "", position, List.of(objects));
    return FrameOrder.possible(guards, variable).stream()
        .map(rows -> rows.get(0).slot() - 1)
        .toList();
  }

  private void mainWithTwoLists() {
    has(0, "java.lang.String[]");
    has(2, "java.util.List");
    has(3, "java.util.List");
  }

  @Test
  void ifAllVariablesHaveObjectsEachHasItsOwn() {
    mainWithTwoLists();

    assertThat(slotsOf(1, ARGUMENTS, LIST, LIST)).containsExactly(2);
    assertThat(slotsOf(2, ARGUMENTS, LIST, LIST)).containsExactly(3);
    assertThat(slotsOf(0, LIST, LIST)).containsExactly(2);
  }

  @Test
  void ifOneIsMissingItMayBeEither() {
    mainWithTwoLists();

    assertThat(slotsOf(1, ARGUMENTS, LIST)).containsExactly(2, 3);
    assertThat(slotsOf(0, LIST)).containsExactly(2, 3);
  }

  @Test
  void typesTellOrderFromGaps() {
    has(0, "java.util.List");
    has(1, "java.util.Set");
    has(2, "java.util.List");

    assertThat(slotsOf(0, LIST, SET)).containsExactly(0);
    assertThat(slotsOf(1, SET, LIST).get(0)).isEqualTo(2);
    assertThat(slotsOf(0, LIST)).containsExactly(0, 2);
  }

  @Test
  void whatWentOutOfScopeHasOnlyWhatNothingElseCanHave() {
    mainWithTwoLists();
    has(4, null);

    assertThat(slotsOf(1, ARGUMENTS, LIST, LIST)).containsExactly(2);
    assertThat(slotsOf(1, ARGUMENTS, LIST)).containsExactly(2, 3);
    assertThat(slotsOf(1, ARGUMENTS, LIST, LIST, SET)).containsExactly(2);
    assertThat(slotsOf(3, ARGUMENTS, LIST, LIST, SET)).containsExactly(4);
  }

  @Test
  void intermediateResultsComeLast() {
    mainWithTwoLists();
    hasResults();

    int result = GuardLayout.GUARD_RESULTS - 1;
    assertThat(slotsOf(1, ARGUMENTS, LIST, LIST)).containsExactly(2);
    assertThat(slotsOf(2, ARGUMENTS, LIST, LIST, SET, SET)).containsExactly(3);
    assertThat(slotsOf(3, ARGUMENTS, LIST, LIST, SET, SET)).containsExactly(result);
  }

  @Test
  void whatDoesNotAgreeTellsNothing() {
    assertThat(slotsOf(0, LIST)).isEmpty();

    mainWithTwoLists();
    assertThat(slotsOf(1, LIST, LIST, LIST)).isEmpty();
    assertThat(slotsOf(0, SET)).isEmpty();
  }
}
