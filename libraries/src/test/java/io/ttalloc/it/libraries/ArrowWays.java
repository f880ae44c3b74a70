package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Judged;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Ways to allocate Arrow's memory. */
public final class ArrowWays implements Ways {
  private static final List<Way> ALL =
      List.of(
          way("BufferAllocator.buffer(long)", 1, place -> once(Root.ALLOCATOR.buffer(100))),
          way(
              "ArrowBuf.slice(long, long)",
              1,
              place -> {
                return once(Root.ALLOCATOR.buffer(100).slice(10, 20)); // shares the reference count
              }),
          way(
              "ReferenceManager.retain()",
              1,
              place -> {
                ArrowBuf buffer = Root.ALLOCATOR.buffer(100);
                buffer.getReferenceManager().retain();
                buffer.getReferenceManager().retain(2);
                return once(() -> buffer.getReferenceManager().release(4));
              }),
          way(
              "BufferAllocator.wrapForeignAllocation(ForeignAllocation)",
              1,
              place -> once(Root.ALLOCATOR.wrapForeignAllocation(new Foreign(100)))),
          way(
              "new IntVector(String, BufferAllocator)",
              1,
              place -> {
                IntVector vector = new IntVector("ints", Root.ALLOCATOR);
                vector.allocateNew(10);
                return vector;
              }),
          way(
              "new VarCharVector(String, BufferAllocator)",
              2,
              place -> {
                VarCharVector vector = new VarCharVector("texts", Root.ALLOCATOR);
                vector.allocateNew(100, 10);
                return vector;
              }),
          way(
              "VectorSchemaRoot.of(FieldVector...)",
              1,
              place -> {
                IntVector vector = new IntVector("ints", Root.ALLOCATOR);
                vector.allocateNew(10);
                return VectorSchemaRoot.of(vector);
              }),
          way(
              "BufferAllocator.newChildAllocator(String, long, long)",
              0,
              place -> Root.ALLOCATOR.newChildAllocator("child", 0, 1_000)),
          Way.way("new RootAllocator()", "arrow root allocator", place -> new RootAllocator())
              .judged(Judged.NO_LEAK),
          way(
                  "ReferenceManager.transferOwnership(ArrowBuf, BufferAllocator)",
                  2,
                  place -> {
                    BufferAllocator child = Root.ALLOCATOR.newChildAllocator("child", 0, 1_000);
                    ArrowBuf buffer = Root.ALLOCATOR.buffer(100);
                    ArrowBuf handedOn =
                        buffer
                            .getReferenceManager()
                            .transferOwnership(buffer, child)
                            .getTransferredBuffer();
                    return once(
                        () -> {
                          buffer.close();
                          handedOn.close();
                          child.close();
                        });
                  })
              .types(List.of("arrow buffer", "arrow allocator"))
              .resources(3));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, int buffers, Opening opening) {
    String type = buffers == 0 ? "arrow allocator" : "arrow buffer";
    return Way.way(code, type, opening).resources(Math.max(1, buffers));
  }

  /** The allocator that all ways share, because most programs have a single one. */
  private static final class Root {
    static final BufferAllocator ALLOCATOR = new RootAllocator();
  }

  /** Memory that the program did not get from Arrow. */
  private static final class Foreign extends ForeignAllocation {
    Foreign(long bytes) {
      super(bytes, MemoryUtil.allocateMemory(bytes));
    }

    @Override
    protected void release0() {
      MemoryUtil.freeMemory(memoryAddress());
    }
  }

  /**
   * Returns a wrapper that releases a resource only once, because a second release would be an
   * error.
   */
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
