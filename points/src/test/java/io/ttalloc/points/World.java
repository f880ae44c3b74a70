package io.ttalloc.points;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.points.Product.Place;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An application with a few resources and a new ledger. Each resource has a role, after which its
 * type is named. The resource is found in the ledger by this type.
 */
final class World implements AutoCloseable {
  /** The kind of a resource, by its rule. */
  enum Kind {
    PLAIN(RecordLayout.TYPE_BY_CONSTRUCTOR, 0),
    PLACED(0, SlotLayout.FLAG_HAS_ADDRESS | SlotLayout.FLAG_HAS_DEVICE),
    OWNER(RecordLayout.TYPE_OWNER, 0),
    FREEING(RecordLayout.TYPE_OWNER | RecordLayout.TYPE_FREES_OWNED, 0),
    CACHE(RecordLayout.TYPE_HOLDER, 0);

    final int flags;
    final int slotFlags;

    Kind(int flags, int slotFlags) {
      this.flags = flags;
      this.slotFlags = slotFlags;
    }
  }

  /** A class of the application as woven by the agent: with a field for the probe. */
  static class Resource {
    @SuppressWarnings("unused") // The probe finds the field by name.
    private transient @Nullable Object $ttAllocResource;

    @Nullable Object probes() {
      return $ttAllocResource;
    }
  }

  /** A class without the field; its objects are found by identity. */
  private static final class Foreign {}

  /**
   * The number of closed worlds after which garbage is collected: only a collection unmaps ledgers,
   * and the kernel limits the number of mappings.
   */
  private static final int COLLECT_EVERY = 100;

  private static int closed;

  private record Entered(int token, int scope, @Nullable Object owner) {}

  final Product product;
  final Path ledger;
  final FileGrowth growth;
  private final Map<String, Integer> rules = new HashMap<>();
  private final Map<String, Object> objects = new LinkedHashMap<>();
  private final Map<String, Kind> kinds = new HashMap<>();
  private final Deque<Entered> entered = new ArrayDeque<>();
  final Crowd crowd;
  private final int scope;
  private final int ofConstructor;
  private final int infrastructure;
  private String suffix = "";
  private int named;

  World(Product product, Path folder, boolean stacks, FileGrowth growth) throws IOException {
    this.product = product;
    this.growth = growth;
    this.ledger = folder.resolve("points.ledger");
    Files.deleteIfExists(ledger);
    product.start(ledger, stacks);
    scope = product.scope("OWNER", "World.scope", false);
    ofConstructor = product.scope("OWNER", "World.new", true);
    infrastructure = product.scope("INFRASTRUCTURE", "World.own", false);
    crowd = new Crowd(product);
  }

  /**
   * Selects the cast to which roles refer from now on. A cast is the set of resources of one
   * execution, and has its own types.
   */
  void play(int number) {
    suffix = "<" + number + ">";
  }

  /** The suffix of all type names of the current cast. */
  String suffix() {
    return suffix;
  }

  private int rule(String role, Kind kind) {
    String type = role + suffix;
    kinds.put(type, kind);
    return rules.computeIfAbsent(type, name -> product.type(name, kind.flags, kind.slotFlags));
  }

  /** The object that has this role. */
  Object object(String role) {
    Object object = objects.get(role + suffix);
    if (object == null) {
      throw new IllegalStateException("nothing was opened as " + role);
    }
    return object;
  }

  /** All roles of the current cast that have an object. */
  List<String> roles() {
    List<String> roles = new ArrayList<>();
    for (String key : objects.keySet()) {
      if (key.endsWith(suffix)) {
        roles.add(key.substring(0, key.length() - suffix.length()));
      }
    }
    return roles;
  }

  Kind kind(String role) {
    return kinds.getOrDefault(role + suffix, Kind.PLAIN);
  }

  /** Calls a hook that does nothing, so that the calling thread has called its first hook. */
  void callAHook() {
    product.dropped(this, this);
  }

  /** Opens another resource in this role. */
  void open(String role, Kind kind) {
    open(role, kind, new Resource());
  }

  /** Opens a resource of a class that has no field for the probe. */
  void openForeign(String role) {
    open(role, Kind.PLAIN, new Foreign());
  }

  /** Opens a resource that the application knows by a number. */
  void openNumber(String role, long value) {
    open(role, Kind.PLACED, product.keyed(value, rule(role, Kind.PLACED)));
  }

  private void open(String role, Kind kind, Object object) {
    int rule = rule(role, kind);
    objects.put(role + suffix, object);
    product.opened(object, rule);
  }

  /** Creates an object with this role, to be {@linkplain #opened opened} later. */
  void make(String role, Kind kind) {
    make(role, kind, new Resource());
  }

  /** Creates an object of a class without the field for the probe. */
  void makeForeign(String role, Kind kind) {
    make(role, kind, new Foreign());
  }

  private void make(String role, Kind kind, Object object) {
    objects.put(role + suffix, object);
    int unused = rule(role, kind);
  }

  /** Simulates the return of the constructor of a created object, which opens the resource. */
  void opened(String role, Kind kind) {
    product.opened(object(role), rule(role, kind));
  }

  /** Opens a created object as a resource of another role's type. */
  void openedAs(String type, String role, Place place) {
    product.opened(object(role), rule(type, Kind.PLACED), place);
  }

  /** Opens a resource whose rule records its location. */
  void openAt(String role, Place place) {
    Object object = new Resource();
    int rule = rule(role, Kind.PLACED);
    objects.put(role + suffix, object);
    product.opened(object, rule, place);
  }

  /** Simulates the return of an outer constructor of an open resource. */
  void place(String role, Place place) {
    product.opened(object(role), rule("outer", Kind.PLACED), place);
  }

  /** Simulates the return of a method that may have changed an open resource. */
  void update(String role, Place place) {
    product.updated(object(role), rule("updated", Kind.PLACED), place);
  }

  void close(String role) {
    close(role, null);
  }

  void close(String role, @Nullable Throwable thrown) {
    product.close(object(role), rule(role, kind(role)), thrown);
  }

  void hold(String cache, String role, String entry) {
    product.held(object(cache), object(role), entry);
  }

  void drop(String cache, String role) {
    product.dropped(object(cache), object(role));
  }

  void use(String role) {
    product.used(object(role));
  }

  void enter(String owner) {
    enter(scope, object(owner), object(owner));
  }

  /** Enters a constructor; the object is known when the constructor {@linkplain #exit exits}. */
  void enterConstructor() {
    enter(ofConstructor, null, null);
  }

  void enterInfrastructure() {
    enter(infrastructure, null, null);
  }

  private void enter(int which, @Nullable Object owner, @Nullable Object ends) {
    entered.push(new Entered(product.scopeEntered(owner, which), which, ends));
  }

  /** Leaves the scope that was entered last. */
  void exit() {
    Entered last = entered.pop();
    product.scopeExited(last.token(), last.scope(), last.owner());
  }

  /** Leaves the constructor entered last, which has created the object with this role. */
  void exitConstructorOf(String role) {
    Entered last = entered.pop();
    product.scopeExited(last.token(), last.scope(), object(role));
  }

  boolean isInScope() {
    return !entered.isEmpty();
  }

  /** Simulates the collection of an object: enqueues its reference. */
  void lose(String role) {
    if (!(object(role) instanceof Resource resource)
        || !(resource.probes() instanceof java.lang.ref.Reference<?> reference)) {
      throw new IllegalStateException(role + " does not carry a reference of the probe");
    }
    if (!reference.enqueue()) {
      throw new IllegalStateException("the reference of " + role + " is enqueued already");
    }
  }

  /** Opens a resource in a space with a new, long name. */
  void openInNewSpace(String role) {
    String space = named++ + "n".repeat(RecordLayout.MAX_TEXT_BYTES - 16);
    openAt(role, new Place(64, 0, 0, 1, space, null, null));
  }

  Reading read() throws IOException {
    return Reading.of(ledger);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    product.stop();
    // Even a deleted file occupies memory until its mapping is garbage-collected.
    try (FileChannel channel = FileChannel.open(ledger, StandardOpenOption.WRITE)) {
      channel.truncate(0);
    }
    Files.delete(ledger);
    if (++closed % COLLECT_EVERY == 0) {
      System.gc();
    }
  }
}
