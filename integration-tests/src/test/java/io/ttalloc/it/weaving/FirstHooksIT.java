package io.ttalloc.it.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.ClassLoadLog;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.TestJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that all classes that hooks use are loaded before the first hook runs. A hook may run while
 * a class is being loaded; if the hook were the first to use that class, the class could never be
 * loaded. Marks are excluded, because they write a file.
 */
class FirstHooksIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.weaving.FirstHooksIT$Thing
          type: thing
          open: [<init>]
          close: [close]
          use: [read]
          bytes: size()
          address: size()
          device: size()
          space: kind()
          session: kind()
          label: kind()
          scope: [part]
          reclaim: [reclaim]
          infrastructure: [start]
          disown: [leave]
          adopt: [{method: take, resource: $0}]
          idempotent: false
        - class: io.ttalloc.it.weaving.FirstHooksIT$Unreadable
          type: unreadable
          open: [<init>]
          close: [close]
          bytes: size()
          label: kind()
        - class: io.ttalloc.it.weaving.FirstHooksIT$Counted
          type: counted
          open: [<init>]
          retain: [retain]
          release: [release]
        - class: io.ttalloc.it.weaving.FirstHooksIT$Shelf
          type: shelf
          open: [<init>]
          close: [close]
          holder: true
          frees-owned: true
          hold:
            - {method: put, resource: $0, entry: $1}
          drop:
            - {method: take, resource: $0}
        - class: io.ttalloc.it.weaving.FirstHooksIT$Blocks
          type: block
          open: [{method: create, key: result}]
          close: [{method: destroy, key: $0}]
      """;

  @TempDir private Path folder;

  @EveryJdk
  void theFirstHookOfEachKindLoadsNoClass(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    List<String> bare = loadedMeanwhile(TestJvm.on(jdk).withoutAgent(), "bare.log");
    List<String> watched = loadedMeanwhile(tracked.on(jdk), "watched.log");

    assertThat(watched).containsExactlyElementsOf(bare);
    assertThat(tracked.json().misuse()).hasSizeGreaterThan(3);
    assertThat(tracked.json().findings("unreadable")).hasSize(1);
  }

  private List<String> loadedMeanwhile(TestJvm jvm, String file) throws Exception {
    ClassLoadLog log = new ClassLoadLog(folder.resolve(file));
    jvm.jvmFlags(log.flag()).main(Program.class).run().expectSuccess();
    List<String> names = log.names();
    int begin = names.indexOf(Begin.class.getName());
    int end = names.indexOf(End.class.getName());
    assertThat(begin).isPositive().isLessThan(end);
    return names.subList(begin + 1, end);
  }

  /** Loaded before the first hook. */
  static final class Begin {
    static int marked;

    private Begin() {}
  }

  /** Loaded after the last hook. */
  static final class End {
    static int marked;

    private End() {}
  }

  /** A resource with an example of everything that hooks record. */
  static final class Thing implements AutoCloseable {
    int state;

    int size() {
      return 8;
    }

    String kind() {
      return "kind";
    }

    int read() {
      return state;
    }

    Thing part() {
      return new Thing();
    }

    static Thing start() {
      return new Thing();
    }

    void leave() {
      state = 0;
    }

    static void take(Thing thing) {
      thing.state = 0;
    }

    static void reclaim(Thing thing) {
      thing.close();
    }

    @Override
    public void close() {
      state++;
      Unreadable.check(3 - state);
    }
  }

  /** A resource whose attributes cannot be read. */
  static final class Unreadable implements AutoCloseable {
    int size() {
      check(0);
      return 8;
    }

    String kind() {
      check(0);
      return "kind";
    }

    @Override
    public void close() {
      check(0);
    }

    static void check(int number) {
      if (number == 0) {
        throw new IllegalStateException();
      }
    }
  }

  /** A resource that counts its references. */
  static final class Counted {
    int references = 1;

    void retain() {
      references++;
    }

    void release() {
      references--;
    }
  }

  /** A cache. */
  static final class Shelf implements AutoCloseable {
    int puts;

    void put(Thing thing, String name) {
      puts += name == null ? 0 : thing.size();
    }

    void take(Thing thing) {
      puts -= thing.size();
    }

    @Override
    public void close() {
      puts = 0;
    }
  }

  /** Hands out numbers. */
  static final class Blocks {
    static long last;

    private Blocks() {}

    static long create() {
      last++;
      return last;
    }

    static void destroy(long block) {
      last = block;
    }
  }

  /** Makes each hook run for the first time after the classes that it uses have been loaded. */
  static final class Program {
    private Program() {}

    public static void main(String[] args) throws Exception {
      for (String name : List.of("Thing", "Unreadable", "Counted", "Shelf", "Blocks")) {
        Class<?> unused = Class.forName(FirstHooksIT.class.getName() + "$" + name);
      }
      try {
        Unreadable.check(0);
      } catch (IllegalStateException e) {
        // This line loads the class Begin.
        Begin.marked++;
      }
      things(new Shelf());
      failures();
      numbers();
      End.marked++;
    }

    private static void things(Shelf shelf) {
      Thing thing = new Thing();
      Thing part = thing.part();
      Thing system = Thing.start();
      shelf.put(thing, "first");
      shelf.put(part, "second");
      part.read();
      shelf.take(thing);
      thing.close();
      thing.read();
      thing.close();
      Thing.reclaim(part);
      Thing given = new Thing();
      given.leave();
      Thing.take(given);
      given.leave();
      system.close();
      new Shelf().close();
    }

    private static void failures() {
      Thing thing = new Thing();
      thing.state = 2;
      Unreadable unreadable = new Unreadable();
      try {
        thing.close();
      } catch (IllegalStateException e) {
        thing.state = 5;
      }
      try {
        unreadable.close();
      } catch (IllegalStateException e) {
        thing.close();
      }
    }

    private static void numbers() {
      Counted counted = new Counted();
      counted.retain();
      counted.release();
      counted.release();
      counted.release();
      Blocks.destroy(Blocks.create());
      Blocks.destroy(7);
    }
  }
}
