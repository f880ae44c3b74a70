package io.ttalloc.it.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.weave.classes.NeverWoven;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Agents;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;

/**
 * Tests that JDK classes that hooks call are never woven. Buffers are an exception, because no rule
 * can match the buffers that the ledger uses.
 */
class NeverWovenIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.weaving.NeverWovenIT$Thing
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
          idempotent: false
        - class: io.ttalloc.it.weaving.NeverWovenIT$Shelf
          type: shelf
          open: [<init>]
          close: [close]
          holder: true
          hold:
            - {method: put, resource: $0, entry: $1}
          drop:
            - {method: take, resource: $0}
      """;

  @TempDir private Path folder;

  @Variant
  @EveryJdk
  void allThatAHookEntersIsNeverWoven(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    String out = noting(tracked.on(jdk)).main(Program.class).run().expectSuccess().out();

    List<String> entered = out.lines().toList();
    assertThat(entered).contains("java.lang.Throwable", "java.lang.ClassValue");
    assertThat(entered)
        .filteredOn(name -> !name.matches("java\\.nio\\.\\w*Buffer(\\$.*)?"))
        .filteredOn(name -> !isNeverWoven(name))
        .isEmpty();
  }

  private static boolean isNeverWoven(String className) {
    return NeverWoven.contains(new ClassPattern(className, ClassPattern.Kind.CLASS));
  }

  private TestJvm noting(TestJvm jvm) throws IOException {
    Path jar = Agents.jarOf(folder.resolve("touched.jar"), List.of(Touched.class));
    return jvm.jvmFlags("-javaagent:" + Agents.jarOf(folder, TouchNotingAgent.class) + "=" + jar)
        .classPath(TestJvm.locationOf(ClassWriter.class));
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

    static void reclaim(Thing thing) {
      thing.close();
    }

    @Override
    public void close() {
      state++;
      if (state == 3) {
        throw new IllegalStateException("closed too often");
      }
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

  /** Calls all hooks, twice from several places, and prints the classes that hooks enter. */
  static final class Program {
    private static final int MANY = 20_000;

    private Program() {}

    public static void main(String[] args) throws Exception {
      IllegalStateException known = new IllegalStateException();
      round(known);
      Thing[] kept = new Thing[MANY];
      Touched.watch(Thread.currentThread());
      round(known);
      elsewhere(known);
      for (int i = 0; i < MANY; i++) {
        kept[i] = new Thing();
      }
      for (int i = 0; i < MANY; i++) {
        kept[i].close();
      }
      Touched.watch(null);
      TouchNotingAgent.entered().forEach(System.out::println);
    }

    private static void elsewhere(IllegalStateException known) {
      round(known);
    }

    private static void round(IllegalStateException known) {
      Shelf shelf = new Shelf();
      Thing thing = new Thing();
      Thing part = thing.part();
      Thing system = Thing.start();
      shelf.put(thing, "first");
      shelf.put(part, "first");
      part.read();
      shelf.take(thing);
      thing.close();
      thing.read();
      thing.close();
      try {
        thing.close();
      } catch (IllegalStateException e) {
        system.state = e == known ? 1 : 0;
      }
      Thing.reclaim(part);
      system.close();
      shelf.close();
    }
  }
}
