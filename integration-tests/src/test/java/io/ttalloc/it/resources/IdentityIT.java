package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.testing.Variant;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

@Variant
class IdentityIT {

  private static final String RULES =
      """
        - class: io.ttalloc.it.resources.IdentityIT$Sheep
          type: sheep
          open: [<init>]
          close: [close]
        - class: io.ttalloc.it.resources.IdentityIT$Ticket
          type: ticket
          open: [<init>]
          close: [close]
          bytes: number()
        - class: io.ttalloc.it.resources.IdentityIT$Lamp
          subtypes: true
          type: lamp
          open: [<init>]
          close: [close]
      """;

  @TempDir private Path folder;

  @OneJdk
  void aCloneIsNotTheResourceThatItWasCopiedFrom(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    tracked.on(jdk).main(Clones.class).run().expectSuccess();

    JsonReport json = tracked.json();
    assertThat(json.total("opened")).isEqualTo(1);
    assertThat(json.total("closed")).isZero();
    assertThat(json.total("live")).isEqualTo(1);
    LedgerImage ledger = tracked.ledgers().read();
    assertThat(ledger.unknownCloses()).as("the close of the clone").isZero();
  }

  @OneJdk
  void equalsHashCodeAndToStringOfResourcesAreNeverCalled(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(Lies.class).run().expectSuccess();

    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 600 opened, 600 closed, Active allocations: 0\n");
  }

  @OneJdk
  void recordsAreTrackedWithoutAField(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(Records.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("[number]\n");
    JsonReport json = tracked.json();
    assertThat(json.total("opened")).isEqualTo(1_000);
    assertThat(json.total("closed")).isEqualTo(999);
    assertThat(json.findings()).hasSize(1);
    assertThat(json.findings().get(0).get("bytes").getAsLong()).isEqualTo(777);
    assertThat(tracked.ledgers().read().unknownCloses()).isZero();
  }

  @OneJdk
  void defaultMethodsOfInterfacesCloseToo(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(Defaults.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("off\noff\n");
    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 2 opened, 2 closed, Active allocations: 0\n");
  }

  @OneJdk
  void serialVersionUidsDoNotChange(Jdk jdk) throws Exception {
    TestJvm bare = TestJvm.on(jdk).withoutAgent().main(Serials.class);
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    String expected = bare.run().expectSuccess().out();
    JvmResult result = tracked.on(jdk).main(Serials.class).run().expectSuccess();

    assertThat(expected).matches("-?\\d+ not woven\n");
    assertThat(result.out()).isEqualTo(expected.replace("not woven", "woven"));
  }

  /** A class whose instances can be cloned and serialized, but not compared. */
  static final class Sheep implements AutoCloseable, Cloneable, Serializable {
    private int wool = 3;

    @Override
    public Sheep clone() {
      try {
        return (Sheep) super.clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() {
      wool = 0;
    }

    int wool() {
      return wool;
    }

    @Override
    public boolean equals(Object other) {
      throw new UnsupportedOperationException("equals was called");
    }

    @Override
    public int hashCode() {
      throw new UnsupportedOperationException("hashCode was called");
    }

    @Override
    public String toString() {
      throw new UnsupportedOperationException("toString was called");
    }
  }

  /** A record whose equals method treats all tickets as equal. */
  record Ticket(int number) implements AutoCloseable {
    @Override
    public void close() {}

    @Override
    public int hashCode() {
      return number == 13 ? Integer.parseInt("hashCode was called") : 1;
    }

    @Override
    public boolean equals(Object other) {
      return true;
    }
  }

  /** An interface whose default method closes the resource. */
  interface Lamp extends AutoCloseable {
    void off();

    @Override
    default void close() {
      off();
    }
  }

  /** Inherits the close method. */
  static class DeskLamp implements Lamp {
    @Override
    public void off() {
      System.out.println("off");
    }
  }

  /** Overrides the close method and calls super. */
  static final class NightLamp extends DeskLamp {
    @Override
    public void close() {
      super.close();
    }
  }

  /** Closes a clone, but not the original. */
  static final class Clones {
    private static final Sheep KEPT = new Sheep();

    private Clones() {}

    public static void main(String[] args) {
      Sheep dolly = KEPT.clone();
      dolly.close();
      System.out.println(KEPT.wool() + dolly.wool());
    }
  }

  /** Opens and closes objects whose methods throw. */
  static final class Lies {
    private Lies() {}

    public static void main(String[] args) {
      List<AutoCloseable> open = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        open.add(new Sheep());
        open.add(new Ticket(13));
      }
      for (AutoCloseable each : open) {
        try {
          each.close();
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  /** Closes all but one of many equal tickets, and keeps that ticket. */
  static final class Records {
    private static final List<Ticket> KEPT = new ArrayList<>();

    private Records() {}

    public static void main(String[] args) {
      List<Ticket> tickets = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        tickets.add(new Ticket(i));
      }
      for (Ticket ticket : tickets) {
        if (ticket.number() == 777) {
          KEPT.add(ticket);
        } else {
          ticket.close();
        }
      }
      System.out.println(
          Arrays.stream(Ticket.class.getDeclaredFields()).map(Field::getName).toList());
    }
  }

  /** Closes lamps through their interface. */
  static final class Defaults {
    private Defaults() {}

    public static void main(String[] args) {
      try (DeskLamp desk = new DeskLamp();
          Lamp night = new NightLamp()) {
        assert desk != night;
      }
    }
  }

  /** Prints the computed serialVersionUID, and whether the class is woven. */
  static final class Serials {
    private Serials() {}

    public static void main(String[] args) {
      boolean woven =
          Arrays.stream(Sheep.class.getDeclaredFields())
              .anyMatch(field -> field.getName().equals("$ttAllocResource"));
      System.out.println(
          ObjectStreamClass.lookup(Sheep.class).getSerialVersionUID()
              + (woven ? " woven" : " not woven"));
    }
  }
}
