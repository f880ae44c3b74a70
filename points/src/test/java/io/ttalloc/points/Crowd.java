package io.ttalloc.points;

import io.ttalloc.points.World.Kind;
import java.util.ArrayList;
import java.util.List;

/** Many open resources, none of which has a role in a scenario. */
final class Crowd {
  static final String TYPE = "crowd";

  private final Product product;
  private final int rule;
  private final List<Object> open = new ArrayList<>();

  Crowd(Product product) {
    this.product = product;
    this.rule = product.type(TYPE, Kind.PLAIN.flags, Kind.PLAIN.slotFlags);
  }

  /** Opens one more resource. */
  void openOne() {
    Object object = new World.Resource();
    open.add(object);
    product.opened(object, rule);
  }

  /** Opens the given number of resources. */
  void open(int count) {
    for (int i = 0; i < count; i++) {
      openOne();
    }
  }

  /** Opens and closes a resource, so that the calling thread has called its first hook. */
  void openAndCloseOne() {
    Object object = new World.Resource();
    product.opened(object, rule);
    product.close(object, rule, null);
  }

  int size() {
    return open.size();
  }

  void closeAll() {
    for (Object object : open) {
      product.close(object, rule, null);
    }
    open.clear();
  }
}
