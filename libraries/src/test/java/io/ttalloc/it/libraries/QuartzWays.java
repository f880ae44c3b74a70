package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.impl.DirectSchedulerFactory;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.simpl.RAMJobStore;
import org.quartz.simpl.SimpleThreadPool;

/** Ways to get Quartz's schedulers. */
public final class QuartzWays implements Ways {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private static final List<Way> ALL =
      List.of(
          way("StdSchedulerFactory.getScheduler()", 1, place -> scheduler(settings())::shutdown),
          way(
              "StdSchedulerFactory.getScheduler(), started",
              1,
              place -> {
                Scheduler scheduler = scheduler(settings());
                scheduler.start();
                return () -> scheduler.shutdown(true);
              }),
          way(
              "StdSchedulerFactory.getScheduler(), in standby",
              1,
              place -> {
                Scheduler scheduler = scheduler(settings());
                scheduler.start();
                scheduler.standby();
                return scheduler::shutdown;
              }),
          way(
              "StdSchedulerFactory.getScheduler(), the same again",
              1,
              place -> {
                StdSchedulerFactory factory = new StdSchedulerFactory(settings());
                Scheduler first = factory.getScheduler();
                Scheduler same = factory.getScheduler();
                same.start();
                return first::shutdown;
              }),
          way(
              "DirectSchedulerFactory.createScheduler(ThreadPool, JobStore)",
              1,
              place -> {
                SimpleThreadPool threads = new SimpleThreadPool(1, Thread.NORM_PRIORITY);
                threads.initialize();
                String name = name();
                DirectSchedulerFactory factory = DirectSchedulerFactory.getInstance();
                factory.createScheduler(name, name, threads, new RAMJobStore());
                return factory.getScheduler(name)::shutdown;
              }),
          way(
              "StdSchedulerFactory.getScheduler() that fails",
              0,
              place -> {
                Properties settings = settings();
                settings.put("org.quartz.jobStore.class", "none");
                try {
                  throw new AssertionError(scheduler(settings));
                } catch (SchedulerException expected) {
                  return Way.nothingOpen(expected);
                }
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, int resources, Opening opening) {
    return Way.way(code, "scheduler", opening).resources(resources);
  }

  private static Scheduler scheduler(Properties settings) throws SchedulerException {
    return new StdSchedulerFactory(settings).getScheduler();
  }

  private static Properties settings() {
    Properties settings = new Properties();
    settings.put("org.quartz.scheduler.instanceName", name());
    settings.put("org.quartz.threadPool.class", SimpleThreadPool.class.getName());
    settings.put("org.quartz.threadPool.threadCount", "1");
    return settings;
  }

  /**
   * Returns a new name, because a factory that is given a known name returns the existing
   * scheduler.
   */
  private static String name() {
    return "scheduler" + COUNT.incrementAndGet();
  }
}
