package io.ttalloc.points;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.points.Product.Place;
import io.ttalloc.points.Reading.Counts;
import io.ttalloc.points.Reading.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;

/**
 * Operations of the application after an error, with new resources: opens, closes, holds, drops and
 * scopes, on the thread in which the error occurred and on another one. All of them must be
 * recorded exactly.
 */
final class FurtherOperations {
  /**
   * The operations of one round: three openings, two closes, the entry and exit of a scope, and
   * three changes of a cache.
   */
  static final int PER_ROUND = 10;

  private static final int DEVICE = 7;
  private static final int BYTES = 100;

  private final Product product;
  private final int plain;
  private final int placed;
  private final int owner;
  private final int cache;
  private final int scope;
  private final Object theOwner = new World.Resource();
  private final Object theCache = new World.Resource();
  private final List<Object> inScope = new ArrayList<>();
  private final List<Object> held = new ArrayList<>();
  private int rounds;

  FurtherOperations(Product product) {
    this.product = product;
    plain = product.type("further plain", RecordLayout.TYPE_BY_CONSTRUCTOR, 0);
    placed = product.type("further placed", 0, SlotLayout.FLAG_HAS_DEVICE);
    owner = product.type("further owner", RecordLayout.TYPE_OWNER, 0);
    cache = product.type("further cache", RecordLayout.TYPE_HOLDER, 0);
    scope = product.scope("OWNER", "Further.scope", false);
  }

  /** Runs rounds alternately on this thread and on another one. */
  void run(int howMany, ExecutorService other) throws Exception {
    product.opened(theOwner, owner);
    other.submit(() -> product.opened(theCache, cache)).get();
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < howMany / 4; j++) {
        round();
      }
      other
          .submit(
              () -> {
                for (int j = 0; j < howMany / 4; j++) {
                  round();
                }
              })
          .get();
    }
  }

  private void round() {
    rounds++;
    Object one = new World.Resource();
    product.opened(one, plain);
    Object two = new World.Resource();
    product.opened(two, placed, new Place(BYTES, 0, 0, DEVICE, "F", null, null));
    int token = product.scopeEntered(theOwner, scope);
    Object three = new World.Resource();
    product.opened(three, plain);
    product.scopeExited(token, scope, theOwner);
    product.held(theCache, one, "one");
    product.dropped(theCache, one);
    product.held(theCache, two, "two " + rounds);
    product.close(one, plain, null);
    // Usually closes a resource that an earlier round opened, perhaps on the other thread.
    inScope.add(0, three);
    product.close(inScope.remove(inScope.size() / 2), plain, null);
    held.add(two);
  }

  /** Checks that a reader finds exactly what {@link #run} did. */
  void check(Reading reading, List<String> problems) {
    expect(problems, reading, "further plain", 2L * rounds, 2L * rounds);
    expect(problems, reading, "further placed", rounds, 0);
    expect(problems, reading, "further owner", 1, 0);
    expect(problems, reading, "further cache", 1, 0);
    for (Facts facts : reading.of("further placed")) {
      if (!facts.attachment().startsWith("owned by further cache, held by further cache as two ")) {
        problems.add("a resource opened and held afterwards is recorded as " + facts);
        break;
      }
    }
    DeviceEntry row = reading.devices().get(DEVICE + " F");
    if (row == null
        || row.opened() != rounds
        || row.closed() != 0
        || row.liveBytes() != (long) rounds * BYTES) {
      problems.add("of " + rounds + " opened afterwards on device " + DEVICE + " there are " + row);
    }
  }

  private static void expect(
      List<String> problems, Reading reading, String type, long opened, long closed) {
    Counts counts = reading.counts(type);
    long slots = reading.of(type).stream().filter(Facts::isOpen).count();
    if (counts.opened() != opened || counts.closed() != closed || slots != opened - closed) {
      problems.add(
          "afterwards "
              + opened
              + " of type "
              + type
              + " were opened and "
              + closed
              + " closed; counted are "
              + counts.opened()
              + " and "
              + counts.closed()
              + ", open are "
              + slots);
    }
  }

  /**
   * Like {@link #check}, but for a ledger that may be unable to grow, so that some openings are
   * dropped instead of counted.
   */
  void checkButDropped(Reading reading, long dropped, List<String> problems) {
    long opened = 0;
    long slots = 0;
    long live = 0;
    for (String type : types()) {
      opened += reading.counts(type).opened();
      live += reading.counts(type).live();
      slots += reading.of(type).size();
    }
    if (opened + dropped != 3L * rounds + 2 || slots != live) {
      problems.add(
          "afterwards "
              + (3 * rounds + 2)
              + " were opened; counted are "
              + opened
              + " and dropped "
              + dropped
              + "; open are "
              + slots
              + ", by the counters "
              + live);
    }
  }

  static List<String> types() {
    return List.of("further plain", "further placed", "further owner", "further cache");
  }

  /** Lets the cache hold and release a resource that was opened before the error. */
  void handle(Object resource) {
    product.held(theCache, resource, "again");
    product.dropped(theCache, resource);
  }

  /** Closes everything that is left. */
  void end() {
    held.forEach(object -> product.close(object, placed, null));
    product.close(theOwner, owner, null);
    product.close(theCache, cache, null);
  }
}
