package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The resources of a finding that a cache or pool held and then gave up, and where that last
 * happened. Not thread-safe.
 */
public final class GivenUp {
  private final Facts facts;
  private final Map<Where, Long> overwritten = new LinkedHashMap<>();
  private final Map<Where, Long> taken = new LinkedHashMap<>();

  private record Where(int cache, int stack) {}

  /**
   * A stack on which a cache gave up resources.
   *
   * @param stack empty if it is unknown
   */
  public record Place(TallyEntry cache, List<Frame> stack, long count) {}

  GivenUp(Facts facts) {
    this.facts = facts;
  }

  void add(SlotEntry.@Nullable GivenUp givenUp) {
    if (givenUp != null) {
      Where where = new Where(givenUp.tally(), givenUp.stack());
      (givenUp.isOverwritten() ? overwritten : taken).merge(where, 1L, Long::sum);
    }
  }

  /** The places where a cache replaced these resources with others, the most frequent first. */
  public List<Place> overwritten() {
    return places(overwritten);
  }

  /** The places where these resources were removed from a cache, the most frequent first. */
  public List<Place> taken() {
    return places(taken);
  }

  private List<Place> places(Map<Where, Long> counts) {
    List<Place> places = new ArrayList<>();
    counts.forEach(
        (where, count) -> {
          TallyEntry cache = facts.tally(where.cache);
          if (cache != null) {
            places.add(new Place(cache, facts.image().stack(where.stack), count));
          }
        });
    places.sort(Comparator.comparingLong(Place::count).reversed());
    return places;
  }
}
