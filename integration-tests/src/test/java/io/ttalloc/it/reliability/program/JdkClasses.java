package io.ttalloc.it.reliability.program;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Cleaner;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Uses JDK classes that a hook may have been the first to use. A class whose initialization has
 * failed, for lack of stack or heap, can never be used again in the same JVM.
 */
public final class JdkClasses {
  private JdkClasses() {}

  /**
   * Prints how many of the classes cannot be used, and the reasons on standard error. Called by the
   * program under test.
   */
  public static void tellBroken() {
    int broken = 0;
    for (Callable<Boolean> use : uses()) {
      try {
        if (!use.call()) {
          throw new IllegalStateException("wrong result");
        }
      } catch (Exception | LinkageError e) {
        broken++;
        System.err.println("a class of the JDK does not work: " + e);
      }
    }
    PrintedFacts.print("brokenClasses", broken);
  }

  private static List<Callable<Boolean>> uses() {
    return List.of(
        () -> String.format("%,d %s", 1_234_567, "x").length() == 11,
        () -> Pattern.compile("(a+)b").matcher("aaab").matches(),
        () -> IntStream.range(0, 100).boxed().map(i -> i + "!").distinct().count() == 100,
        () -> LocalDate.of(2024, 2, 28).plusDays(1).getDayOfMonth() == 29,
        () ->
            new ConcurrentHashMap<>(
                        List.of(1, 2).stream()
                            .collect(java.util.stream.Collectors.toMap(i -> i, i -> i)))
                    .size()
                == 2,
        () -> CompletableFuture.supplyAsync(() -> 7).get() == 7,
        () -> UUID.randomUUID().toString().length() == 36,
        () -> ThreadLocalRandom.current().nextInt(1) == 0,
        JdkClasses::lock,
        JdkClasses::methodHandle,
        JdkClasses::cleaner,
        JdkClasses::mapping);
  }

  private static boolean lock() {
    ReentrantLock lock = new ReentrantLock(true);
    lock.lock();
    try {
      lock.newCondition().signalAll();
      return lock.isHeldByCurrentThread();
    } finally {
      lock.unlock();
    }
  }

  private static boolean methodHandle() throws Exception {
    try {
      return (int)
              MethodHandles.lookup()
                  .findVirtual(String.class, "length", MethodType.methodType(int.class))
                  .invokeExact("four")
          == 4;
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean cleaner() {
    boolean[] cleaned = new boolean[1];
    Cleaner.create().register(new Object(), () -> cleaned[0] = true).clean();
    return cleaned[0];
  }

  private static boolean mapping() throws IOException {
    Path file = Files.createTempFile("mapped", null);
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.write("text".getBytes(StandardCharsets.UTF_8));
      return raw.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 4).get(0) == 't';
    } finally {
      Files.delete(file);
    }
  }
}
