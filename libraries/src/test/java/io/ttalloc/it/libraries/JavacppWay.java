package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;

/** How pointers of JavaCPP come to own memory. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum JavacppWay implements Way {
  BYTES("new BytePointer(long)") {
    @Override
    public AutoCloseable open(Path place) {
      return new BytePointer(100);
    }
  },
  TEXT("new BytePointer(String)") {
    @Override
    public AutoCloseable open(Path place) {
      BytePointer pointer = new BytePointer("text");
      return pointer::deallocate;
    }
  },
  INTS("new IntPointer(int...)") {
    @Override
    public AutoCloseable open(Path place) {
      return new IntPointer(1, 2, 3);
    }
  },
  POINTERS("new PointerPointer(long)") {
    @Override
    public AutoCloseable open(Path place) {
      return new PointerPointer<>(10);
    }
  },
  RETAINED("Pointer.retainReference()") {
    @Override
    public AutoCloseable open(Path place) {
      Pointer pointer = new BytePointer(100).retainReference().retainReference();
      return () -> {
        pointer.releaseReference();
        pointer.releaseReference();
      };
    }
  },
  VIEW("new IntPointer(Pointer)") {
    @Override
    public AutoCloseable open(Path place) {
      return new IntPointer(new BytePointer(100)).position(1); // closes what it is a view of
    }
  },
  OWN("Pointer.deallocator(Pointer.Deallocator)") {
    @Override
    public AutoCloseable open(Path place) {
      return new OwnPointer();
    }
  },
  SCOPE("new PointerScope()", JavacppWay.SCOPE_TYPE, 1) {
    @Override
    public AutoCloseable open(Path place) {
      return new PointerScope();
    }
  },
  IN_SCOPE("new BytePointer(long) in a PointerScope", JavacppWay.SCOPE_TYPE, 2) {
    @Override
    public AutoCloseable open(Path place) {
      PointerScope scope = new PointerScope();
      Pointer pointer = new BytePointer(100);
      pointer.retainReference().releaseReference();
      return scope;
    }
  },
  ALLOCATED("Pointer.malloc(long)", JavacppWay.ALLOCATED_TYPE, 1) {
    @Override
    public AutoCloseable open(Path place) {
      return new Allocated(Pointer.malloc(100));
    }
  },
  CLEARED("Pointer.calloc(long, long)", JavacppWay.ALLOCATED_TYPE, 1) {
    @Override
    public AutoCloseable open(Path place) {
      return new Allocated(Pointer.calloc(10, 10));
    }
  },
  REALLOCATED("Pointer.realloc(Pointer, long)", JavacppWay.ALLOCATED_TYPE, 1) {
    @Override
    public AutoCloseable open(Path place) {
      return new Allocated(Pointer.realloc(Pointer.malloc(10), 1 << 20));
    }
  };

  private static final String POINTER = "native pointer";
  private static final String SCOPE_TYPE = "pointer scope";
  private static final String ALLOCATED_TYPE = "allocated memory";

  private final Facts facts;
  private final List<String> types;
  private final int resources;

  JavacppWay(String code) {
    this(code, POINTER, 1);
  }

  JavacppWay(String code, String type, int resources) {
    facts = new Facts(code, type, Place.NOTHING, Judged.LEAK);
    types = resources > 1 ? List.of(type, POINTER) : List.of(type);
    this.resources = resources;
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public List<String> types() {
    return types;
  }

  @Override
  public int resources() {
    return resources;
  }

  /** What a binding does that frees its objects by a function of the library. */
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

  /** What must be freed once. */
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
