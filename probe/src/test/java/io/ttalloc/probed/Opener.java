package io.ttalloc.probed;

/** Opens something. Its implementations here have the same bytecode and different names. */
public interface Opener {
  /** Opens a resource. */
  void open(Object resource, int rule);

  /** One of two implementations. */
  final class First implements Opener {
    @Override
    public void open(Object resource, int rule) {
      Caller.open(resource, rule);
    }
  }

  /** The other implementation. */
  final class Second implements Opener {
    @Override
    public void open(Object resource, int rule) {
      Caller.open(resource, rule);
    }
  }
}
