package io.ttalloc.corpus.owning;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;

/** Four layers around a tape; each closes the layer below it, or forgets to. */
public final class WrapperAroundWrapper {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.owning.WrapperAroundWrapper$Source
          subtypes: true
          type: source
          open: [<init>]
          close: [close]
      """;

  private WrapperAroundWrapper() {}

  interface Source extends AutoCloseable {
    int read();

    @Override
    void close();
  }

  static final class Tape implements Source {
    private int position;

    @Override
    public int read() {
      return position < 100 ? position++ : -1;
    }

    @Override
    public void close() {
      position = 100;
    }
  }

  abstract static class Layer implements Source {
    protected final Source below;

    Layer(Source below) {
      this.below = below;
    }

    @Override
    public void close() {
      below.close();
    }
  }

  static final class Counted extends Layer {
    private int left = 1_000;

    Counted(Source below) {
      super(below);
    }

    @Override
    public int read() {
      return left-- > 0 ? below.read() : -1;
    }
  }

  static class Decoded extends Layer {
    Decoded(Source below) {
      super(below);
    }

    @Override
    public int read() {
      int value = below.read();
      return value < 0 ? value : value ^ 0x55;
    }
  }

  /** Only resets its table when it is closed. */
  static class TableDecoded extends Decoded {
    private int[] table = {1, 2, 3};

    TableDecoded(Source below) {
      super(below);
    }

    @Override
    public int read() {
      return table[Math.floorMod(super.read(), table.length)];
    }

    @Override
    public void close() {
      table = new int[0];
    }
  }

  static final class ClosingTableDecoded extends TableDecoded {
    ClosingTableDecoded(Source below) {
      super(below);
    }

    @Override
    public void close() {
      super.close();
      below.close();
    }
  }

  static int readSome(Source source) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      sum += source.read();
    }
    return sum;
  }

  @Truth(
      why =
          "the second layer's close does not reach the two sources below it: the counting one and the tape",
      leaks =
          @Leak(type = "source", count = 18, openedAt = "WrapperAroundWrapper$Leaking.openTape"))
  public static final class Leaking {
    public static void main(String[] args) {
      int sum = 0;
      for (int i = 0; i < 9; i++) {
        try (Source source = openTape()) {
          sum += readSome(source);
        }
      }
      System.out.println(sum);
    }

    static Source openTape() {
      return new Decoded(new TableDecoded(new Counted(new Tape())));
    }
  }

  @Truth(why = "closing the outermost layer closes all four, one through another")
  public static final class Mended {
    public static void main(String[] args) {
      int sum = 0;
      for (int i = 0; i < 9; i++) {
        try (Source source = openTape()) {
          sum += readSome(source);
        }
      }
      System.out.println(sum);
    }

    static Source openTape() {
      return new Decoded(new ClosingTableDecoded(new Counted(new Tape())));
    }
  }
}
