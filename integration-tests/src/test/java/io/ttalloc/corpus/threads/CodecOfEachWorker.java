package io.ttalloc.corpus.threads;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** A pool whose workers each have a codec in a ThreadLocal. */
public final class CodecOfEachWorker {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.threads.CodecOfEachWorker$Codec
          type: codec
          open: [<init>]
          close: [close]
          bytes: tableBytes()
      """;

  private static final int WORKERS = 4;
  private static final ThreadLocal<Codec> CODEC =
      ThreadLocal.withInitial(CodecOfEachWorker::newCodec);

  private CodecOfEachWorker() {}

  /** A codec with a table outside the heap. */
  static final class Codec implements AutoCloseable {
    private int encoded;

    int tableBytes() {
      return 1 << 16;
    }

    int encode(String text) {
      encoded += text.length();
      return encoded;
    }

    @Override
    public void close() {
      encoded = 0;
    }
  }

  private static Codec newCodec() {
    return new Codec();
  }

  /** Makes every worker encode five times; the barrier ensures that all workers take part. */
  static int encodeAll(ExecutorService pool) throws InterruptedException, ExecutionException {
    CyclicBarrier allWork = new CyclicBarrier(WORKERS);
    List<Future<Integer>> results = new ArrayList<>();
    for (int message = 0; message < 5 * WORKERS; message++) {
      String text = "message " + message;
      results.add(
          pool.submit(
              () -> {
                allWork.await();
                return CODEC.get().encode(text);
              }));
    }
    int sum = 0;
    for (Future<Integer> result : results) {
      sum += result.get() > 0 ? 1 : 0;
    }
    pool.shutdown();
    if (!pool.awaitTermination(2, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the pool did not end");
    }
    return sum;
  }

  @Truth(
      why = "each thread of the pool ends with a codec in its ThreadLocal that is never closed",
      leaks = @Leak(type = "codec", count = 4, openedAt = "CodecOfEachWorker.newCodec"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) throws Exception {
      System.out.println(encodeAll(Executors.newFixedThreadPool(WORKERS)) + " encoded");
    }
  }

  @Truth(why = "the thread factory closes a worker's codec when the worker ends")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) throws Exception {
      ThreadFactory closing =
          worker ->
              new Thread(
                  () -> {
                    try {
                      worker.run();
                    } finally {
                      CODEC.get().close();
                      CODEC.remove();
                    }
                  });
      ExecutorService pool = Executors.newFixedThreadPool(WORKERS, closing);
      System.out.println(encodeAll(pool) + " encoded");
    }
  }
}
