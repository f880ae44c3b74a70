package io.ttalloc.points;

import io.ttalloc.points.Reading.Counts;
import io.ttalloc.points.Reading.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks the ledger immediately after an error, and again after the application has continued. An
 * event must be recorded completely or not at all; in the latter case, the ledger must say that
 * something is missing.
 */
final class Aftermath {
  private final World world;
  private final FaultTrial.Reference reference;
  private final ExecutorService other;
  private final boolean growing;
  private final boolean collecting;
  private final List<String> problems;

  /** Whether the ledger lacks something that the operation should have recorded. */
  private boolean isMissing;

  Aftermath(
      World world,
      FaultTrial.Reference reference,
      ExecutorService other,
      Scenario scenario,
      List<String> problems) {
    this.world = world;
    this.reference = reference;
    this.other = other;
    this.growing = scenario.name().startsWith(Scenarios.GROWTH);
    this.collecting = scenario.name().startsWith(Scenarios.COLLECTED);
    this.problems = problems;
  }

  /**
   * Checks the ledger.
   *
   * @return whether an opening was not recorded, for whatever reason
   */
  boolean check(int operations) throws Exception {
    // The next hook adds the events that were dropped for lack of stack to the ledger's count.
    world.callAHook();
    Reading atOnce = world.read();
    whole(atOnce, "at once");
    for (String role : world.roles()) {
      checkRole(role, atOnce, "at once");
    }
    FurtherOperations further = new FurtherOperations(world.product);
    further.run(Math.max(4, operations / FurtherOperations.PER_ROUND), other);
    if (collecting) {
      world.product.recordCollected();
    }
    Reading later = world.read();
    whole(later, "later");
    isMissing = false;
    for (String role : world.roles()) {
      checkRole(role, later, "later");
    }
    if (isMissing && later.dropped() + later.hookErrors() == 0) {
      problems.add("later: an event was dropped, and nothing says so");
    }
    if (growing) {
      further.checkButDropped(later, later.dropped() - atOnce.dropped(), problems);
    } else {
      further.check(later, problems);
    }
    end(further);
    Reading atEnd = world.read();
    checkEnd(atEnd);
    return atEnd.dropped() != 0;
  }

  private void whole(Reading reading, String when) {
    reading.damage().forEach(sentence -> problems.add(when + ": " + sentence));
    if (reading.of(Crowd.TYPE).size() != world.crowd.size()) {
      problems.add(
          when
              + ": of "
              + world.crowd.size()
              + " others that are open, "
              + reading.of(Crowd.TYPE).size()
              + " are there");
    }
  }

  private boolean isOpened(String role) {
    return !reference.before().containsKey(role) && reference.after().get(0).containsKey(role);
  }

  private void checkRole(String role, Reading reading, String when) {
    List<Facts> found = reading.of(role);
    if (found.size() > 1) {
      problems.add(when + ": " + role + " is there " + found.size() + " times: " + found);
      return;
    }
    Facts actual = found.isEmpty() ? null : found.get(0);
    List<@Nullable Facts> allowed = new ArrayList<>();
    allowed.add(reference.after().get(0).get(role));
    if (growing && actual != null) {
      actual = actual.withoutSpace();
      allowed.replaceAll(facts -> facts == null ? null : facts.withoutSpace());
    }
    isMissing |= !isRight(actual, allowed);
    if (isOpened(role)) {
      allowed.add(null);
    }
    allowed.add(reference.before().get(role));
    reference.after().forEach(after -> allowed.add(after.get(role)));
    if (actual != null && actual.state().equals("CLOSED_OWNER")) {
      // Each resource of a closed owner is closed by a separate event, and some of these events
      // were dropped.
      allowed.add(actual);
    }
    if (growing && actual != null) {
      allowed.replaceAll(facts -> facts == null ? null : facts.withoutSpace());
    }
    if (!isRight(actual, allowed)) {
      problems.add(when + ": " + role + " is " + textOf(actual) + ", expected " + textOf(allowed));
    }
  }

  /** Whether each group of facts equals the same group in one of the allowed outcomes. */
  private static boolean isRight(@Nullable Facts actual, List<@Nullable Facts> allowed) {
    if (actual == null) {
      return allowed.contains(null);
    }
    return isOneOf(actual, allowed, Facts::state)
        && isOneOf(actual, allowed, Facts::attachment)
        && isOneOf(actual, allowed, Facts::place)
        && isOneOf(actual, allowed, Facts::label)
        && isOneOf(actual, allowed, Facts::stack);
  }

  private static boolean isOneOf(
      Facts actual, List<@Nullable Facts> allowed, Function<Facts, String> group) {
    for (Facts one : allowed) {
      if (one != null && group.apply(one).equals(group.apply(actual))) {
        return true;
      }
    }
    return false;
  }

  private static String textOf(@Nullable Facts facts) {
    return facts == null ? "gone" : facts.toString();
  }

  private static String textOf(List<@Nullable Facts> allowed) {
    StringBuilder text = new StringBuilder();
    for (Facts one : allowed) {
      if (text.indexOf(textOf(one)) < 0) {
        text.append(text.length() == 0 ? "" : " or ").append(textOf(one));
      }
    }
    return text.toString();
  }

  /**
   * Continues with the same resources, then closes them all, every second one on the other thread.
   */
  private void end(FurtherOperations further) throws Exception {
    while (world.isInScope()) {
      world.exit();
    }
    List<String> roles = world.roles();
    for (String role : roles) {
      further.handle(world.object(role));
      if (world.kind(role) == World.Kind.CACHE) {
        world.drop(role, role);
      }
    }
    for (int i = 0; i < roles.size(); i++) {
      String role = roles.get(i);
      if (i % 2 == 0) {
        other.submit(() -> world.close(role)).get();
      } else {
        world.close(role);
      }
    }
    world.crowd.closeAll();
    further.end();
  }

  private void checkEnd(Reading reading) {
    whole(reading, "at the end");
    for (String role : world.roles()) {
      for (Facts facts : reading.of(role)) {
        if (!facts.state().startsWith("COLLECTED")) {
          problems.add("at the end: " + role + " was closed and is " + facts);
        }
      }
      Counts counts = reading.counts(role);
      long live = reading.of(role).size();
      if (counts.live() != live) {
        problems.add("at the end: of " + role + " are left " + live + ", counted are " + counts);
      }
    }
    for (String type : FurtherOperations.types()) {
      if (!reading.of(type).isEmpty() || reading.counts(type).live() != 0) {
        problems.add(
            "at the end: of those of type "
                + type
                + " that were opened afterwards are left "
                + reading.of(type)
                + ", counted are "
                + reading.counts(type));
      }
    }
  }
}
