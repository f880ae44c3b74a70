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
import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** How Netty's buffers are made, and kept open by slices, duplicates and references. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum NettyBufferWay implements Way {
  POOLED_DIRECT("PooledByteBufAllocator.directBuffer(int)") {
    @Override
    ByteBuf buffer() {
      return NettyBufferWay.pooled().directBuffer(SIZE);
    }
  },
  POOLED_HEAP("PooledByteBufAllocator.heapBuffer(int)") {
    @Override
    ByteBuf buffer() {
      return NettyBufferWay.pooled().heapBuffer(SIZE);
    }
  },
  POOLED_HUGE("PooledByteBufAllocator.buffer(int) that no chunk can hold") {
    @Override
    ByteBuf buffer() {
      return NettyBufferWay.pooled().buffer(HUGE);
    }
  },
  ADAPTIVE_DIRECT("AdaptiveByteBufAllocator.directBuffer(int)") {
    @Override
    ByteBuf buffer() {
      return NettyBufferWay.adaptive().directBuffer(SIZE);
    }
  },
  ADAPTIVE_HEAP("AdaptiveByteBufAllocator.heapBuffer(int)") {
    @Override
    ByteBuf buffer() {
      return NettyBufferWay.adaptive().heapBuffer(SIZE);
    }
  },
  ADAPTIVE_HUGE("AdaptiveByteBufAllocator.buffer(int) that no chunk can hold") {
    @Override
    ByteBuf buffer() {
      return NettyBufferWay.adaptive().buffer(HUGE);
    }
  },
  UNPOOLED_DIRECT("UnpooledByteBufAllocator.directBuffer(int)") {
    @Override
    ByteBuf buffer() {
      return UnpooledByteBufAllocator.DEFAULT.directBuffer(SIZE);
    }
  },
  UNPOOLED_HEAP("UnpooledByteBufAllocator.heapBuffer(int)", Judged.NOT_FOUND) {
    @Override
    ByteBuf buffer() {
      return UnpooledByteBufAllocator.DEFAULT.heapBuffer(SIZE);
    }
  },
  UNPOOLED("Unpooled.directBuffer(int)") {
    @Override
    ByteBuf buffer() {
      return Unpooled.directBuffer(SIZE);
    }
  },
  WRAPPED("Unpooled.wrappedBuffer(byte[])", Judged.NOT_FOUND) {
    @Override
    ByteBuf buffer() {
      return Unpooled.wrappedBuffer(new byte[SIZE]);
    }
  },
  ENCODED("ByteBufUtil.encodeString(ByteBufAllocator, CharBuffer, Charset)") {
    @Override
    ByteBuf buffer() {
      return ByteBufUtil.encodeString(
          NettyBufferWay.pooled(), CharBuffer.wrap("text"), StandardCharsets.UTF_8);
    }
  },
  GROWN("a buffer that is written beyond its capacity") {
    @Override
    ByteBuf buffer() {
      return NettyBufferWay.pooled().directBuffer(SIZE).writeZero(10 * SIZE);
    }
  },
  RETAINED("ByteBuf.retain(), released once") {
    @Override
    ByteBuf buffer() {
      ByteBuf buffer = NettyBufferWay.pooled().directBuffer(SIZE).retain();
      buffer.release();
      return buffer;
    }
  },
  SLICE("ByteBuf.slice(int, int), only the slice kept") {
    @Override
    ByteBuf buffer() {
      return NettyBufferWay.pooled().directBuffer(SIZE).slice(0, 10);
    }
  },
  READ_ONLY("ByteBuf.asReadOnly(), only the view kept") {
    @Override
    ByteBuf buffer() {
      return NettyBufferWay.pooled().directBuffer(SIZE).asReadOnly();
    }
  },
  RETAINED_SLICE("ByteBuf.retainedSlice(int, int), the buffer released") {
    @Override
    ByteBuf buffer() {
      ByteBuf buffer = NettyBufferWay.adaptive().directBuffer(SIZE);
      ByteBuf slice = buffer.retainedSlice(0, 10);
      buffer.release();
      return slice;
    }
  },
  RETAINED_DUPLICATE("ByteBuf.retainedDuplicate(), the buffer released") {
    @Override
    ByteBuf buffer() {
      ByteBuf buffer = NettyBufferWay.pooled().directBuffer(SIZE);
      ByteBuf duplicate = buffer.retainedDuplicate();
      buffer.release();
      return duplicate;
    }
  },
  HOLDER("new DefaultByteBufHolder(ByteBuf)") {
    @Override
    ByteBuf buffer() {
      return new DefaultByteBufHolder(NettyBufferWay.pooled().directBuffer(SIZE)).content();
    }
  },
  COMPOSITE("ByteBufAllocator.compositeBuffer(), with two buffers", 3) {
    @Override
    ByteBuf buffer() {
      CompositeByteBuf composite = NettyBufferWay.pooled().compositeBuffer();
      composite.addComponent(true, NettyBufferWay.pooled().directBuffer(SIZE));
      return composite.addComponent(true, NettyBufferWay.pooled().heapBuffer(SIZE));
    }
  },
  JOINED("Unpooled.wrappedBuffer(ByteBuf...), of two buffers", 2) {
    @Override
    ByteBuf buffer() {
      ByteBuf one = NettyBufferWay.pooled().directBuffer(SIZE).writeZero(1);
      return Unpooled.wrappedBuffer(one, Unpooled.directBuffer(SIZE).writeZero(1));
    }
  },
  CONSTANT("Unpooled.unreleasableBuffer(ByteBuf)", 0) {
    @Override
    ByteBuf buffer() {
      return Unpooled.unreleasableBuffer(Unpooled.directBuffer(SIZE));
    }
  },
  REUSED("a buffer of a pool, for the second time") {
    @Override
    ByteBuf buffer() {
      NettyBufferWay.pooled().directBuffer(SIZE).release();
      return NettyBufferWay.pooled().directBuffer(SIZE);
    }
  };

  private static final int SIZE = 200;
  private static final int HUGE = 20 << 20;
  private static final ByteBufAllocator ADAPTIVE = new AdaptiveByteBufAllocator();

  private final Facts facts;
  private final int resources;

  NettyBufferWay(String code) {
    this(code, Judged.LEAK);
  }

  NettyBufferWay(String code, Judged judged) {
    this(code, judged, 1);
  }

  NettyBufferWay(String code, int resources) {
    this(code, Judged.LEAK, resources);
  }

  NettyBufferWay(String code, Judged judged, int resources) {
    this.facts = new Facts(code, "buffer", Place.NOTHING, judged);
    this.resources = resources;
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public int resources() {
    return resources;
  }

  @Override
  public AutoCloseable open(Path place) {
    return new Opened(buffer());
  }

  /** With one reference that has to be released. */
  abstract ByteBuf buffer();

  private static ByteBufAllocator pooled() {
    return PooledByteBufAllocator.DEFAULT;
  }

  private static ByteBufAllocator adaptive() {
    return ADAPTIVE;
  }

  /** Netty does not take a second release. */
  private record Opened(ByteBuf buffer) implements AutoCloseable {
    @Override
    public void close() {
      if (buffer.refCnt() > 0) {
        buffer.release();
      }
    }
  }
}
