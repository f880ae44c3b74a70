package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.weave.transform.StatisticsSources;
import io.ttalloc.ledger.record.StatisticsRecord;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.rules.Value;
import io.ttalloc.rules.clause.StatisticsClause.Statistics;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the statistics of allocators and writes them into the ledger.
 *
 * <p>Sampling calls methods of the application. It therefore happens only at marks, on the thread
 * that sets the mark, and at exit. A source that throws is reported in one line and not read again.
 * Holds class loaders weakly.
 */
public final class StatisticsSampler implements StatisticsSources {
  private static final int MAX_ROWS = 10_000;

  private static final class Source {
    final WeakReference<ClassLoader> loader;
    final boolean boot;
    final String className;
    final Statistics rule;
    volatile boolean broken;

    Source(@Nullable ClassLoader loader, String className, Statistics rule) {
      this.loader = new WeakReference<>(loader);
      this.boot = loader == null;
      this.className = className;
      this.rule = rule;
    }
  }

  private final LedgerWriter ledger;
  private final List<Source> sources = new ArrayList<>();
  private int round;
  private volatile boolean last;

  public StatisticsSampler(LedgerWriter ledger) {
    this.ledger = ledger;
  }

  @Override
  public void add(@Nullable ClassLoader loader, String className, Statistics statistics) {
    synchronized (sources) {
      // Removes collected loaders, since a program may create any number of them.
      sources.removeIf(source -> !source.boot && source.loader.refersTo(null));
      sources.add(new Source(loader, className, statistics));
    }
  }

  /** Allows the use of rows that are reserved for the end of the process. */
  void beginLast() {
    last = true;
  }

  /** Whether there is nothing to sample. */
  boolean isEmpty() {
    synchronized (sources) {
      return sources.isEmpty();
    }
  }

  /**
   * Samples every source once. No lock is held during the calls: the application's methods may wait
   * for a lock that another thread holds while it sets a mark.
   */
  public void sample() {
    List<Source> all;
    int current;
    synchronized (sources) {
      all = new ArrayList<>(sources);
      current = ++round;
    }
    for (Source source : all) {
      if (!source.broken) {
        try {
          sample(source, current);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
          source.broken = true;
          Throwable cause = e.getCause() == null ? e : e.getCause();
          Console.line(
              source.rule.method().position()
                  + ": the statistics of "
                  + source.className
                  + "."
                  + source.rule.method()
                  + " could not be read ("
                  + cause
                  + "); they will not be read again");
        }
      }
    }
  }

  private void sample(Source source, int current) throws ReflectiveOperationException {
    ClassLoader loader = source.loader.get();
    if (loader == null && !source.boot) {
      return;
    }
    Class<?> type = Class.forName(source.className, false, loader);
    Method method = type.getDeclaredMethod(source.rule.method().name());
    method.setAccessible(true);
    Object result = method.invoke(null);
    long now = ledger.now();
    if (result instanceof Iterable<?> rows) {
      int count = 0;
      for (Object row : rows) {
        // An Iterable may be endless.
        if (count++ == MAX_ROWS) {
          break;
        }
        if (row != null) {
          write(source.rule, row, now, current);
        }
      }
    } else if (result != null && result.getClass().isArray()) {
      for (int i = 0; i < Math.min(MAX_ROWS, Array.getLength(result)); i++) {
        Object row = Array.get(result, i);
        if (row != null) {
          write(source.rule, row, now, current);
        }
      }
    } else {
      throw new IllegalStateException(
          "the method returned "
              + (result == null ? "null" : result.getClass().getName())
              + ", expected an Iterable or an array");
    }
  }

  private void write(Statistics rule, Object row, long now, int current)
      throws ReflectiveOperationException {
    StatisticsRecord read =
        new StatisticsRecord(
            current,
            now,
            (int) number(rule.device(), row, 0),
            text(rule.session(), row),
            text(rule.space(), row),
            number(rule.allocated(), row, -1),
            number(rule.free(), row, -1),
            number(rule.largestFree(), row, -1));
    read.write(ledger, last);
  }

  private static @Nullable String text(@Nullable Value value, Object row)
      throws ReflectiveOperationException {
    Object read = ValueReader.read(value, row);
    return read == null ? null : String.valueOf(read);
  }

  private static long number(@Nullable Value value, Object row, long otherwise)
      throws ReflectiveOperationException {
    Object read = ValueReader.read(value, row);
    return read instanceof Number number ? number.longValue() : otherwise;
  }
}
