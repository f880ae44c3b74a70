package io.ttalloc.it.resources;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;

/**
 * Classes whose rules count references, disown resources, or open one object under several rules.
 */
final class CountedKinds {
  private CountedKinds() {}

  /** A library class. The program loads several versions of it. */
  public static final class Part {
    /** Called by reflection. */
    public Part() {}

    void close() {}

    void shut() {}
  }

  interface Counted<T> {
    T retain();
  }

  /**
   * The compiler adds a bridge method {@code retain()} that returns an Object and calls the method
   * declared here.
   */
  static final class Shared implements Counted<Shared> {
    final String name;

    Shared(String name) {
      this.name = name;
    }

    @Override
    public Shared retain() {
      return retain(1);
    }

    Shared retain(int more) {
      return this;
    }

    void release() {
      if (name.equals("failed")) {
        throw new IllegalStateException("as planned");
      }
    }
  }

  static final class Tensor {
    final String name;

    Tensor(String name) {
      this.name = name;
    }

    void giveAway() {
      if (name.equals("refused")) {
        throw new IllegalStateException("as planned");
      }
    }

    void takeBack() {}

    static void found(Tensor tensor) {}

    void close() {}
  }

  static final class Graph {
    private Graph() {}

    static void add(Tensor tensor) {}
  }

  static class Base {
    void close() {}
  }

  static final class Derived extends Base {
    final String name = "of two rules";
  }

  static final class Program {
    private static final int CALLS = 5_000;

    /**
     * The class is loaded by name, because a direct reference would load it from this program's
     * class path.
     */
    private static final String PART_NAME = "io.ttalloc.it.resources.CountedKinds$Part";

    private static final List<Object> KEPT = new ArrayList<>();

    private Program() {}

    public static void main(String[] args) throws Exception {
      references();
      ownership();
      for (String jar : args) {
        URLClassLoader loader =
            new URLClassLoader(
                new URL[] {Path.of(jar).toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        KEPT.add(loader);
        KEPT.add(loader.loadClass(PART_NAME).getConstructor().newInstance());
      }
      keep(new Derived());
      new Derived().close();
    }

    private static void references() throws InterruptedException {
      Counted<Shared> bridged = keep(new Shared("bridged"));
      Object unused = bridged.retain();
      Shared failed = keep(new Shared("failed")).retain(2);
      fails(failed::release);
      both(keep(new Shared("released by two threads")));
      Phaser phaser = keep(new Phaser(1));
      int registered = phaser.register();
      registered += phaser.arriveAndDeregister();
      Phaser done = keep(new Phaser(1));
      registered += done.arriveAndDeregister();
      System.out.println(registered);
    }

    /** Lets two threads retain and release repeatedly, and then release their own references. */
    private static void both(Shared shared) throws InterruptedException {
      Shared ofOther = shared.retain();
      Thread other = new Thread(() -> changes(ofOther));
      other.start();
      changes(shared);
      other.join();
      shared.release();
    }

    private static void changes(Shared shared) {
      for (int i = 0; i < CALLS; i++) {
        shared.retain().release();
      }
      shared.release();
    }

    private static void ownership() throws InterruptedException {
      keep(new Tensor("given away")).giveAway();
      Graph.add(keep(new Tensor("of a graph")));
      Tensor back = keep(new Tensor("taken back"));
      Thread other = new Thread(back::giveAway);
      other.start();
      other.join();
      back.takeBack();
      Tensor found = keep(new Tensor("found"));
      found.giveAway();
      Tensor.found(found);
      Tensor refused = keep(new Tensor("refused"));
      fails(refused::giveAway);
      refused.close();
    }

    private static void fails(Runnable call) {
      try {
        call.run();
        throw new AssertionError("no error");
      } catch (IllegalStateException expected) {
        // Expected.
      }
    }

    private static <T> T keep(T kept) {
      KEPT.add(kept);
      return kept;
    }
  }
}
