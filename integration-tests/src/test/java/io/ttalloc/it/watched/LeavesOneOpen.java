package io.ttalloc.it.watched;

import java.util.ArrayList;
import java.util.List;

/** A program that leaves one lane open. */
final class LeavesOneOpen {

  /** The rules that track lanes. */
  static final String RULES =
      """
        - class: io.ttalloc.it.watched.LeavesOneOpen$Lane
          type: lane
          open: [<init>]
          close: [close]
          label: label()
      """;

  private static final List<Lane> OPEN = new ArrayList<>();

  private LeavesOneOpen() {}

  /**
   * Opens one lane. With two arguments, the label of the lane is the second argument, repeated the
   * number of times given by the first.
   */
  public static void main(String[] args) {
    String label = args.length < 2 ? "" : args[1].repeat(Integer.parseInt(args[0]));
    OPEN.add(new Lane(label));
  }

  static final class Lane implements AutoCloseable {
    private final String label;

    Lane(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }

    @Override
    public void close() {}
  }
}
