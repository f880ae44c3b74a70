package io.ttalloc.it.reliability.program;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Simple classes, one for every clause of a rule, and the rules. */
public final class Things {
  private static final String NAME = "io.ttalloc.it.reliability.program.Things$";

  /** The rules, as the list below {@code rules:} in a rule file. */
  public static final String RULES =
      """
        - class: NAMECell
          type: cell
          open: [<init>]
          close: [close]
          idempotent: false
          use: [use]
          bytes: number()
        - class: NAMEWide
          type: cell
          open: [<init>]
          bytes: number()
          address: number()
          device: device()
          space: space()
          session: session()
          label: label()
        - class: NAMEBox
          type: box
          open: [<init>]
          close: [close]
          scope: [make]
        - class: NAMECrate
          type: crate
          open: [<init>]
          close: [close]
          scope: [<init>]
          frees-owned: true
        - class: NAMEShelf
          type: shelf
          open: [<init>]
          close: [close]
          holder: true
          hold: [{method: put, resource: $1, entry: $0}]
          drop: [{method: take, resource: $0}, clear]
        - class: NAMEGate
          type: gate
          open: [start]
          close: [stop]
        - class: NAMELitter
          type: litter
          open: [<init>]
          close: [close]
          bytes: number()
        - class: NAMEWitness
          type: witness
          open: [<init>]
          close: [close]
          bytes: number()
        - class: NAMERounds
          cycle: [{method: end, name: $0}]
      """
          .replace("NAME", NAME);

  private Things() {}

  /** A resource that its constructor opens and {@link #close} closes. */
  public abstract static class Thing implements AutoCloseable {
    private boolean closed;

    @Override
    public void close() {
      closed = true;
    }

    /** Whether the program has closed it. */
    public final boolean isClosed() {
      return closed;
    }
  }

  /** A resource whose close may fail; a second close and a use after a close are misuse. */
  public static class Cell extends Thing {
    private final long number;
    private boolean failing;

    public Cell(long number) {
      this.number = number;
    }

    /** The number that the rule records as the byte count. */
    public long number() {
      return number;
    }

    /** Makes the next close throw. */
    public void failNextClose() {
      failing = true;
    }

    /** A call that is allowed only while the cell is open. */
    public void use() {
      failing = false;
    }

    @Override
    public void close() {
      if (failing) {
        failing = false;
        throw new IllegalStateException("cell " + number + " fails on purpose");
      }
      super.close();
    }
  }

  /** A cell whose address is set after the constructor of its superclass has opened the cell. */
  public static final class Wide extends Cell {
    private final String space;
    private final String session;
    private final @Nullable String label;

    public Wide(long number, String space, String session, @Nullable String label) {
      super(number);
      this.space = space;
      this.session = session;
      this.label = label;
    }

    public int device() {
      return (int) (number() & 7);
    }

    public String space() {
      return space;
    }

    public String session() {
      return session;
    }

    public @Nullable String label() {
      return label;
    }
  }

  /** A wrapper that owns the cells that its method creates. */
  public static final class Box extends Thing {
    public Cell make(long number) {
      return new Cell(number);
    }
  }

  /** A resource that owns the cells that its constructor creates; its close frees the cells. */
  public static final class Crate extends Thing {
    private final Cell first;
    private final Cell second;

    public Crate(long number) {
      first = new Cell(number);
      second = new Cell(number + 1);
    }

    /** The first cell. */
    public Cell first() {
      return first;
    }

    /** The second cell. */
    public Cell second() {
      return second;
    }
  }

  /** A cache. Thread-safe. */
  public static final class Shelf extends Thing {
    private final Map<Object, Thing> entries = new HashMap<>();

    public synchronized void put(Object entry, Thing thing) {
      entries.put(entry, thing);
    }

    public synchronized void take(Thing thing) {
      entries.values().remove(thing);
    }

    public synchronized void clear() {
      entries.clear();
    }
  }

  /** A resource that methods open and close repeatedly, without any allocation by the program. */
  public static final class Gate {
    private boolean open;

    public void start() {
      open = true;
    }

    public void stop() {
      open = false;
    }

    /** Whether the gate is open according to the program. */
    public boolean isOpen() {
      return open;
    }
  }

  /** Never closed. */
  public static final class Litter extends Thing {
    private final long number;

    public Litter(long number) {
      this.number = number;
    }

    /** The number that the rule records as the byte count. */
    public long number() {
      return number;
    }
  }

  /** Opened and closed at the end of a trial, to show that recording still works. */
  static final class Witness extends Thing {
    private final long number;

    Witness(long number) {
      this.number = number;
    }

    long number() {
      return number;
    }
  }

  /** Ends cycles; each end is a mark. */
  public static final class Rounds {
    private String last = "";

    public void end(String name) {
      last = name;
    }

    /** The name of the last cycle. */
    public String last() {
      return last;
    }
  }
}
