package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** How Arrow's memory is taken. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum ArrowWay implements Way {
  BUFFER("BufferAllocator.buffer(long)", 1) {
    @Override
    public AutoCloseable open(Path place) {
      return once(Root.ALLOCATOR.buffer(100));
    }
  },
  SLICE("ArrowBuf.slice(long, long)", 1) {
    @Override
    public AutoCloseable open(Path place) {
      return once(Root.ALLOCATOR.buffer(100).slice(10, 20)); // the same count
    }
  },
  RETAINED("ReferenceManager.retain()", 1) {
    @Override
    public AutoCloseable open(Path place) {
      ArrowBuf buffer = Root.ALLOCATOR.buffer(100);
      buffer.getReferenceManager().retain();
      buffer.getReferenceManager().retain(2);
      return once(() -> buffer.getReferenceManager().release(4));
    }
  },
  FOREIGN("BufferAllocator.wrapForeignAllocation(ForeignAllocation)", 1) {
    @Override
    public AutoCloseable open(Path place) {
      return once(Root.ALLOCATOR.wrapForeignAllocation(new Foreign(100)));
    }
  },
  INTS("new IntVector(String, BufferAllocator)", 1) {
    @Override
    public AutoCloseable open(Path place) {
      IntVector vector = new IntVector("ints", Root.ALLOCATOR);
      vector.allocateNew(10);
      return vector;
    }
  },
  TEXTS("new VarCharVector(String, BufferAllocator)", 2) {
    @Override
    public AutoCloseable open(Path place) {
      VarCharVector vector = new VarCharVector("texts", Root.ALLOCATOR);
      vector.allocateNew(100, 10);
      return vector;
    }
  },
  TABLE("VectorSchemaRoot.of(FieldVector...)", 1) {
    @Override
    public AutoCloseable open(Path place) {
      IntVector vector = new IntVector("ints", Root.ALLOCATOR);
      vector.allocateNew(10);
      return VectorSchemaRoot.of(vector);
    }
  },
  CHILD("BufferAllocator.newChildAllocator(String, long, long)", 0) {
    @Override
    public AutoCloseable open(Path place) {
      return Root.ALLOCATOR.newChildAllocator("child", 0, 1_000);
    }
  },
  ROOT("new RootAllocator()", 0) {
    @Override
    public AutoCloseable open(Path place) {
      return new RootAllocator();
    }

    @Override
    public Facts facts() {
      return new Facts(super.facts().code(), "arrow root allocator", Place.NOTHING, Judged.NO_LEAK);
    }
  },
  HANDED_ON("ReferenceManager.transferOwnership(ArrowBuf, BufferAllocator)", 2) {
    @Override
    public AutoCloseable open(Path place) {
      BufferAllocator child = Root.ALLOCATOR.newChildAllocator("child", 0, 1_000);
      ArrowBuf buffer = Root.ALLOCATOR.buffer(100);
      ArrowBuf handedOn =
          buffer.getReferenceManager().transferOwnership(buffer, child).getTransferredBuffer();
      return once(
          () -> {
            buffer.close();
            handedOn.close();
            child.close();
          });
    }

    @Override
    public List<String> types() {
      return List.of("arrow buffer", "arrow allocator");
    }

    @Override
    public int resources() {
      return 3;
    }
  };

  /** For all: most programs have one. */
  private static final class Root {
    static final BufferAllocator ALLOCATOR = new RootAllocator();
  }

  /** Memory that a program has from elsewhere. */
  private static final class Foreign extends ForeignAllocation {
    Foreign(long bytes) {
      super(bytes, MemoryUtil.allocateMemory(bytes));
    }

    @Override
    protected void release0() {
      MemoryUtil.freeMemory(memoryAddress());
    }
  }

  private final Facts facts;
  private final int resources;

  ArrowWay(String code, int buffers) {
    String type = buffers == 0 ? "arrow allocator" : "arrow buffer";
    facts = new Facts(code, type, Place.NOTHING, Judged.LEAK);
    resources = Math.max(1, buffers);
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public int resources() {
    return resources;
  }

  /** A second release would be an error. */
  private static AutoCloseable once(AutoCloseable opened) {
    return new AutoCloseable() {
      private boolean closed;

      @Override
      public void close() throws Exception {
        if (!closed) {
          closed = true;
          opened.close();
        }
      }
    };
  }
}
