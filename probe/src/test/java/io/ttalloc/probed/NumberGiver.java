package io.ttalloc.probed;

import io.ttalloc.probe.Hooks;
import io.ttalloc.probe.resource.KeyTable;
import org.jspecify.annotations.Nullable;

/** An application whose methods return numbers, written like woven code. */
public final class NumberGiver {
  private NumberGiver() {}

  public static void create(long value, int rule) {
    Object keyed = Hooks.keyed(value, rule, KeyTable.OPENED);
    opened(keyed, rule, Hooks.wantsStack(keyed) ? new Throwable() : null);
  }

  public static void adopt(long value, int rule) {
    Object keyed = Hooks.keyed(value, rule, KeyTable.ADOPTED);
    opened(keyed, rule, Hooks.wantsStack(keyed) ? new Throwable() : null);
  }

  /** Opens a number in a method that two rules name. */
  public static void createByTwoRules(long value, int first, int second) {
    Object keyed = Hooks.keyed(value, first, KeyTable.OPENED);
    opened(keyed, first, Hooks.wantsStack(keyed) ? new Throwable() : null);
    keyed = Hooks.keyed(value, second, KeyTable.OPENED);
    opened(keyed, second, Hooks.wantsStack(keyed) ? new Throwable() : null);
  }

  /** Opens the number that an inner call has opened; a rule names both methods. */
  public static void createOutside(long value, int depth, int rule) {
    if (depth > 0) {
      createOutside(value, depth - 1, rule);
    } else {
      create(value, rule);
    }
    Object keyed = Hooks.keyed(value, rule, KeyTable.OPENED);
    opened(keyed, rule, Hooks.wantsStack(keyed) ? new Throwable() : null);
  }

  /** A method of the program that calls an opening method. */
  public static void createDeeper(long value, int rule) {
    create(value, rule);
  }

  private static void opened(@Nullable Object keyed, int rule, @Nullable Throwable here) {
    Hooks.opened(keyed, rule, 1, 0, 0, 0, null, null, true, false, null, here);
  }
}
