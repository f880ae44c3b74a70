package io.ttalloc.it.libraries;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.DefaultByteBufHolder;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Judged;
import io.ttalloc.it.packs.ways.Ways;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/**
 * Ways to create Netty buffers, and to keep them open through slices, duplicates and references.
 */
public final class NettyBufferWays implements Ways {
  private static final int SIZE = 200;
  private static final int HUGE = 20 << 20;

  private static final ByteBufAllocator ADAPTIVE = new AdaptiveByteBufAllocator();

  private static final List<Way> ALL =
      List.of(
          way("PooledByteBufAllocator.directBuffer(int)", () -> pooled().directBuffer(SIZE)),
          way("PooledByteBufAllocator.heapBuffer(int)", () -> pooled().heapBuffer(SIZE)),
          way(
              "PooledByteBufAllocator.buffer(int) that no chunk can hold",
              () -> pooled().buffer(HUGE)),
          way("AdaptiveByteBufAllocator.directBuffer(int)", () -> adaptive().directBuffer(SIZE)),
          way("AdaptiveByteBufAllocator.heapBuffer(int)", () -> adaptive().heapBuffer(SIZE)),
          way(
              "AdaptiveByteBufAllocator.buffer(int) that no chunk can hold",
              () -> adaptive().buffer(HUGE)),
          way(
              "UnpooledByteBufAllocator.directBuffer(int)",
              () -> UnpooledByteBufAllocator.DEFAULT.directBuffer(SIZE)),
          way(
                  "UnpooledByteBufAllocator.heapBuffer(int)",
                  () -> UnpooledByteBufAllocator.DEFAULT.heapBuffer(SIZE))
              .judged(Judged.NOT_FOUND),
          way("Unpooled.directBuffer(int)", () -> Unpooled.directBuffer(SIZE)),
          way("Unpooled.wrappedBuffer(byte[])", () -> Unpooled.wrappedBuffer(new byte[SIZE]))
              .judged(Judged.NOT_FOUND),
          way(
              "ByteBufUtil.encodeString(ByteBufAllocator, CharBuffer, Charset)",
              () ->
                  ByteBufUtil.encodeString(
                      pooled(), CharBuffer.wrap("text"), StandardCharsets.UTF_8)),
          way(
              "a buffer that is written beyond its capacity",
              () -> pooled().directBuffer(SIZE).writeZero(10 * SIZE)),
          way(
              "ByteBuf.retain(), released once",
              () -> {
                ByteBuf buffer = pooled().directBuffer(SIZE).retain();
                buffer.release();
                return buffer;
              }),
          way(
              "ByteBuf.slice(int, int), only the slice kept",
              () -> pooled().directBuffer(SIZE).slice(0, 10)),
          way(
              "ByteBuf.asReadOnly(), only the view kept",
              () -> pooled().directBuffer(SIZE).asReadOnly()),
          way(
              "ByteBuf.retainedSlice(int, int), the buffer released",
              () -> {
                ByteBuf buffer = adaptive().directBuffer(SIZE);
                ByteBuf slice = buffer.retainedSlice(0, 10);
                buffer.release();
                return slice;
              }),
          way(
              "ByteBuf.retainedDuplicate(), the buffer released",
              () -> {
                ByteBuf buffer = pooled().directBuffer(SIZE);
                ByteBuf duplicate = buffer.retainedDuplicate();
                buffer.release();
                return duplicate;
              }),
          way(
              "new DefaultByteBufHolder(ByteBuf)",
              () -> new DefaultByteBufHolder(pooled().directBuffer(SIZE)).content()),
          way(
                  "ByteBufAllocator.compositeBuffer(), with two buffers",
                  () -> {
                    CompositeByteBuf composite = pooled().compositeBuffer();
                    composite.addComponent(true, pooled().directBuffer(SIZE));
                    return composite.addComponent(true, pooled().heapBuffer(SIZE));
                  })
              .resources(3),
          way(
                  "Unpooled.wrappedBuffer(ByteBuf...), of two buffers",
                  () -> {
                    ByteBuf one = pooled().directBuffer(SIZE).writeZero(1);
                    return Unpooled.wrappedBuffer(one, Unpooled.directBuffer(SIZE).writeZero(1));
                  })
              .resources(2),
          way(
                  "Unpooled.unreleasableBuffer(ByteBuf)",
                  () -> Unpooled.unreleasableBuffer(Unpooled.directBuffer(SIZE)))
              .resources(0),
          way(
              "a buffer of a pool, for the second time",
              () -> {
                pooled().directBuffer(SIZE).release();
                return pooled().directBuffer(SIZE);
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  /** A way that creates a buffer with one reference, which must be released. */
  private static Way way(String code, Supplier<ByteBuf> buffer) {
    return Way.way(code, "buffer", place -> new Opened(buffer.get()));
  }

  private static ByteBufAllocator pooled() {
    return PooledByteBufAllocator.DEFAULT;
  }

  private static ByteBufAllocator adaptive() {
    return ADAPTIVE;
  }

  /** Releases the buffer only once, because Netty rejects a second release. */
  private record Opened(ByteBuf buffer) implements AutoCloseable {
    @Override
    public void close() {
      if (buffer.refCnt() > 0) {
        buffer.release();
      }
    }
  }
}
