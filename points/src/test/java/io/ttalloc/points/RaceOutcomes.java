package io.ttalloc.points;

import io.ttalloc.ledger.bytes.UnreadableLedgerException;
import io.ttalloc.points.Execution.Grain;
import io.ttalloc.points.Reading.Counts;
import io.ttalloc.points.Reading.Facts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks the ledger after executions of a race. The state of its resources must be possible if the
 * hooks run one after another in some order, and nothing may be left when everything is closed.
 */
final class RaceOutcomes {
  private final Set<Map<String, Facts>> allowed = new LinkedHashSet<>();

  /**
   * The problems found.
   *
   * @param byCast the problems of each execution, in the order of the casts
   * @param common the problems of the ledger as a whole
   * @param dropped the number of openings that were not recorded because the ledger did not grow in
   *     time
   */
  record Verdict(List<List<String>> byCast, List<String> common, long dropped) {
    boolean isRight() {
      return common.isEmpty() && byCast.stream().allMatch(List::isEmpty);
    }
  }

  /** The number of outcomes that are possible if hooks run one after another. */
  int allowed() {
    return allowed.size();
  }

  /**
   * Reads the ledger, closes everything and reads it again.
   *
   * @param casts the numbers of the casts of these executions
   * @param grain the grain of the executions; with {@link Grain#HOOKS}, every outcome is correct,
   *     and is recorded as such
   */
  Verdict of(World world, List<Integer> casts, Grain grain) throws IOException {
    List<List<String>> problems = new ArrayList<>();
    casts.forEach(cast -> problems.add(new ArrayList<>()));
    List<String> common = new ArrayList<>();
    long dropped = 0;
    try {
      // The next hook records the events that earlier hooks deferred.
      world.crowd.openAndCloseOne();
      Reading reading = world.read();
      common.addAll(reading.damage());
      for (int i = 0; i < casts.size(); i++) {
        world.play(casts.get(i));
        Map<String, Facts> outcome = outcome(world, reading, problems.get(i));
        if (grain == Grain.HOOKS) {
          allowed.add(outcome);
        } else if (!allowed.contains(outcome)) {
          problems.get(i).add(outcome + " is none of " + allowed);
        }
      }
      for (int cast : casts) {
        world.play(cast);
        world.roles().forEach(world::close);
      }
      Reading atEnd = world.read();
      dropped = atEnd.dropped();
      checkAll(atEnd, common);
      for (int i = 0; i < casts.size(); i++) {
        world.play(casts.get(i));
        checkEnd(world, atEnd, problems.get(i));
      }
    } catch (UnreadableLedgerException e) {
      common.add(e.getMessage());
    }
    return new Verdict(problems, common, dropped);
  }

  /** The facts about the resources of a cast, without parts that differ between executions. */
  private static Map<String, Facts> outcome(World world, Reading reading, List<String> problems) {
    Map<String, Facts> outcome = new HashMap<>();
    for (String role : world.roles()) {
      List<Facts> found = reading.of(role + world.suffix());
      for (int i = 0; i < found.size(); i++) {
        Facts facts = found.get(i);
        outcome.put(
            i == 0 ? role : role + " " + i,
            new Facts(
                facts.state(),
                facts.attachment().replace(world.suffix(), ""),
                facts.place().replace(world.suffix(), ""),
                facts.label(),
                facts.stack()));
      }
      Counts counts = reading.counts(role + world.suffix());
      if (counts.live() != found.stream().filter(f -> !f.state().startsWith("CLOSED")).count()) {
        problems.add("of " + role + " are there " + found + ", counted are " + counts);
      }
    }
    return outcome;
  }

  private static void checkEnd(World world, Reading reading, List<String> problems) {
    for (String role : world.roles()) {
      Set<Facts> left = new HashSet<>(reading.of(role + world.suffix()));
      left.removeIf(facts -> facts.state().startsWith("COLLECTED"));
      if (!left.isEmpty()) {
        problems.add("all is closed, and of " + role + " is left " + left);
      }
    }
  }

  private static void checkAll(Reading reading, List<String> problems) {
    problems.addAll(reading.damage());
    if (reading.hookErrors() != 0) {
      problems.add("errors in hooks: " + reading.hookErrors());
    }
    if (reading.dropped() != 0) {
      problems.add("openings that were dropped: " + reading.dropped());
    }
    reading
        .devices()
        .forEach(
            (name, row) -> {
              if (row.liveBytes() != 0 || row.opened() != row.closed()) {
                problems.add("all is closed, and device " + name + " has " + row);
              }
            });
  }
}
