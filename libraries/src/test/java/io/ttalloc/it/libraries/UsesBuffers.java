package io.ttalloc.it.libraries;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Retains and releases Netty buffers in every way, and prints Netty's information about them:
 * {@code open CAPACITY COUNT} for each buffer that has references, and {@code leaked FRAME} for
 * each buffer that Netty's own detector reports. The frame is the first frame of this program in
 * the stack that created the buffer.
 */
final class UsesBuffers {
  /**
   * The capacity of the first buffer. Each buffer has a different capacity; all are smaller than
   * Netty's own buffers.
   */
  static final int FIRST = 1_001;

  static final int BUFFERS = 120;

  /**
   * The capacity of the first shrunk buffer; the next constant is the capacity of the first
   * enlarged buffer.
   */
  static final int SHRUNK = 501;

  static final int GROWN = FIRST + 2 * BUFFERS;
  static final int LEAKS = 6;
  private static final int ROUNDS = 4_000;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final List<ByteBufAllocator> ALLOCATORS =
      List.of(
          new PooledByteBufAllocator(false),
          new PooledByteBufAllocator(true),
          new UnpooledByteBufAllocator(true),
          new AdaptiveByteBufAllocator());

  /** Keeps the open buffers. */
  private static final List<ByteBuf> OPEN = new ArrayList<>();

  private static final Set<String> LEAKED = ConcurrentHashMap.newKeySet();

  private UsesBuffers() {}

  public static void main(String[] args) throws Exception {
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Detectors());
    ExecutorService other = Executors.newSingleThreadExecutor();
    Random random = new Random(4711);
    List<ByteBuf> held = new ArrayList<>();
    for (int i = 0; i < BUFFERS; i++) {
      held.add(allocate(i));
    }
    for (int round = 0; round < ROUNDS; round++) {
      int i = random.nextInt(BUFFERS);
      int how = random.nextInt(10);
      boolean elsewhere = random.nextInt(4) == 0;
      ByteBuf buffer = held.get(i);
      ByteBuf next =
          elsewhere ? other.submit(() -> change(buffer, i, how)).get() : change(buffer, i, how);
      held.set(i, next);
    }
    OPEN.addAll(held);
    for (int i = 0; i < BUFFERS; i += 3) {
      held.get(i).capacity(GROWN + i);
      held.get(i + 1).capacity(SHRUNK + i);
    }
    for (ByteBuf buffer : held) {
      System.out.println("open " + buffer.capacity() + " " + buffer.refCnt());
    }
    other.shutdown();
    leak();
    awaitLeaks();
  }

  private static ByteBuf allocate(int i) {
    return ALLOCATORS.get(i % ALLOCATORS.size()).buffer(FIRST + i);
  }

  /**
   * Performs one operation on a buffer, and returns the buffer. If the operation has released the
   * buffer, returns a new one, because the pool may reuse the released object.
   */
  private static ByteBuf change(ByteBuf buffer, int i, int how) {
    switch (how) {
      case 0 -> buffer.retain();
      case 1 -> buffer.retain(3);
      case 2 -> {
        if (buffer.refCnt() > 2) {
          buffer.release(2);
        }
      }
      case 3 -> buffer.slice(0, 10).retain();
      case 4 -> buffer.duplicate().release();
      case 5 -> {
        ByteBuf derived = buffer.retainedSlice(0, 10);
        derived.retain();
        derived.release(2);
      }
      case 6 -> buffer.retainedDuplicate().release();
      default -> buffer.release();
    }
    return buffer.refCnt() == 0 ? allocate(i) : buffer;
  }

  /** Leaves buffers to the garbage collector, each created on a different line. */
  private static void leak() {
    leaveOneReference(new PooledByteBufAllocator(false).buffer(FIRST + BUFFERS));
    leaveOneReference(new PooledByteBufAllocator(true).buffer(FIRST + BUFFERS));
    leaveOneReference(new UnpooledByteBufAllocator(true).buffer(FIRST + BUFFERS));
    leaveOneReference(UnpooledByteBufAllocator.DEFAULT.compositeBuffer());
    leaveOneReference(Unpooled.directBuffer(FIRST + BUFFERS).slice());
    leaveOneReference(PooledByteBufAllocator.DEFAULT.ioBuffer().duplicate());
  }

  private static void leaveOneReference(ByteBuf buffer) {
    buffer.retain();
    buffer.release();
  }

  private static void awaitLeaks() {
    long start = System.nanoTime();
    while (LEAKED.size() < LEAKS && System.nanoTime() - start < PATIENCE_NANOS) {
      System.gc();
      // The detector checks for leaks whenever memory is allocated.
      for (int i = 0; i < ALLOCATORS.size(); i++) {
        allocate(i).release();
      }
    }
    LEAKED.forEach(frame -> System.out.println("leaked " + frame));
  }

  /** Creates leak detectors that record the leaks that they report. */
  private static final class Detectors extends ResourceLeakDetectorFactory {
    @Override
    @SuppressWarnings("deprecation") // Netty calls this method.
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval, long maxActive) {
      return new Detector<>(resource, samplingInterval);
    }
  }

  private static final class Detector<T> extends ResourceLeakDetector<T> {
    private static final Pattern FRAME =
        Pattern.compile("Created at:.*?\\.(UsesBuffers\\.\\w+\\([^)]+\\))", Pattern.DOTALL);

    Detector(Class<T> resource, int samplingInterval) {
      super(resource, samplingInterval);
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
      Matcher made = FRAME.matcher(records);
      LEAKED.add(made.find() ? made.group(1) : "something else");
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
      LEAKED.add("something untraced");
    }
  }
}
