package io.ttalloc.runtime.profile;

/** A rectangle of cores; both corners are inclusive. */
public record CoreRange(int startX, int startY, int endX, int endY) {
  /** Rejects negative coordinates and corners in the wrong order. */
  public CoreRange {
    if (startX < 0 || startY < 0 || endX < startX || endY < startY) {
      throw new IllegalArgumentException(
          "Not a core range: (%d,%d) to (%d,%d)".formatted(startX, startY, endX, endY));
    }
  }

  /** Whether the two rectangles have a core in common. */
  public boolean intersects(CoreRange other) {
    return startX <= other.endX
        && other.startX <= endX
        && startY <= other.endY
        && other.startY <= endY;
  }

  @Override
  public String toString() {
    return "[(x=%d,y=%d) - (x=%d,y=%d)]".formatted(startX, startY, endX, endY);
  }
}
