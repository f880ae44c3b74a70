package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;

/** Ways to get JavaCPP pointers that own memory. */
public final class JavacppWays implements Ways {
  private static final String POINTER = "native pointer";
  private static final String SCOPE_TYPE = "pointer scope";
  private static final String ALLOCATED_TYPE = "allocated memory";

  private static final List<Way> ALL =
      List.of(
          way("new BytePointer(long)", place -> new BytePointer(100)),
          way(
              "new BytePointer(String)",
              place -> {
                BytePointer pointer = new BytePointer("text");
                return pointer::deallocate;
              }),
          way("new IntPointer(int...)", place -> new IntPointer(1, 2, 3)),
          way("new PointerPointer(long)", place -> new PointerPointer<>(10)),
          way(
              "Pointer.retainReference()",
              place -> {
                Pointer pointer = new BytePointer(100).retainReference().retainReference();
                return () -> {
                  pointer.releaseReference();
                  pointer.releaseReference();
                };
              }),
          way(
              "new IntPointer(Pointer)",
              place -> {
                return new IntPointer(new BytePointer(100))
                    .position(1); // also closes the viewed pointer
              }),
          way("Pointer.deallocator(Pointer.Deallocator)", place -> new OwnPointer()),
          way("new PointerScope()", SCOPE_TYPE, 1, place -> new PointerScope()),
          way(
              "new BytePointer(long) in a PointerScope",
              SCOPE_TYPE,
              2,
              place -> {
                PointerScope scope = new PointerScope();
                Pointer pointer = new BytePointer(100);
                pointer.retainReference().releaseReference();
                return scope;
              }),
          way(
              "Pointer.malloc(long)",
              ALLOCATED_TYPE,
              1,
              place -> new Allocated(Pointer.malloc(100))),
          way(
              "Pointer.calloc(long, long)",
              ALLOCATED_TYPE,
              1,
              place -> new Allocated(Pointer.calloc(10, 10))),
          way(
              "Pointer.realloc(Pointer, long)",
              ALLOCATED_TYPE,
              1,
              place -> new Allocated(Pointer.realloc(Pointer.malloc(10), 1 << 20))));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, Opening opening) {
    return way(code, POINTER, 1, opening);
  }

  private static Way way(String code, String type, int resources, Opening opening) {
    return Way.way(code, type, opening)
        .types(resources > 1 ? List.of(type, POINTER) : List.of(type))
        .resources(resources);
  }

  /** A pointer of a binding whose objects are freed by a library function. */
  private static final class OwnPointer extends Pointer {
    OwnPointer() {
      super(new Pointer()); // owns nothing yet
      deallocator(new NothingToFree());
    }

    private static final class NothingToFree implements Deallocator {
      @Override
      public void deallocate() {}
    }
  }

  /** A block of memory that must be freed exactly once. */
  private static final class Allocated implements AutoCloseable {
    private final Pointer memory;

    Allocated(Pointer memory) {
      this.memory = memory;
    }

    @Override
    public void close() {
      if (!memory.isNull()) {
        Pointer.free(memory);
        memory.setNull();
      }
    }
  }
}
