package io.ttalloc.agent.weave;

import static java.util.Objects.requireNonNull;

import io.ttalloc.agent.loading.OwnContext;
import io.ttalloc.agent.weave.check.MemberCheck;
import io.ttalloc.agent.weave.match.HoldersFound;
import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.agent.weave.transform.CachedWeaving;
import io.ttalloc.agent.weave.transform.Weaver;
import io.ttalloc.agent.weave.transform.WeaverFactory;
import io.ttalloc.rules.Rule;
import java.security.PrivilegedAction;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Starts tracking when the first class matches, and loads what weaves when it is needed.
 * Thread-safe.
 */
final class FirstMatch {
  private static final long SAVE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final TrackingStart start;
  private final Weaving weaving;
  private final MemberCheck members;
  private final WeaverFactory weavers;
  private final Patience patience;
  private final HoldersFound holders = new HoldersFound();
  private final PatientLock starting = new PatientLock();

  /** Names of classes, and null for some whose names are unknown; guarded by itself. */
  private final Set<@Nullable String> missed = new HashSet<>();

  private boolean started;

  /** Whether the probe knows what rules say of closes. */
  private boolean told;

  private volatile TrackingStart.@Nullable Started tracking;
  private volatile @Nullable Weaver weaver;
  private volatile @Nullable CachedWeaving cache;

  /** When the cache was opened or last saved. */
  private volatile long savedNanos;

  FirstMatch(
      TrackingStart start,
      Weaving weaving,
      MemberCheck members,
      WeaverFactory weavers,
      Patience patience) {
    this.patience = patience;
    this.start = start;
    this.weaving = weaving;
    this.members = members;
    this.weavers = weavers;
  }

  /**
   * Starts tracking unless that has been tried before; false if tracking is not running.
   *
   * <p>While another thread starts it, this one waits, so that nothing is opened unseen. The start
   * loads classes of the agent and of the JDK. One of the JDK that this thread is loading may be
   * among them, so then it waits only a moment. What weaves loaded classes is loading none.
   *
   * @param loader of the class for which this is called
   * @throws NotStartedException the wait has ended before the start
   */
  boolean start(@Nullable ClassLoader loader) throws NotStartedException {
    if (weaving.isLooking()) {
      starting.lock();
    } else if (!starting.lockInTime(patience.forStart(loader))) {
      throw new NotStartedException();
    }
    if (startLocked()) {
      // The start has loaded classes of the JDK, which the application may use next.
      weaving.lookInTime(patience.forLook(loader));
    }
    return tracking != null;
  }

  /** The same before any class is woven, where nothing needs to be waited for. */
  void startEarly() {
    starting.lock();
    boolean ignored = startLocked();
  }

  /** Unlocks, and answers whether tracking has started now. */
  private boolean startLocked() {
    boolean now = false;
    try {
      if (!started) {
        started = true;
        startTracking();
        now = tracking != null;
      }
      if (tracking != null && !told) {
        members.tell(tracking.probeRules());
        told = true;
      }
    } finally {
      starting.unlock();
    }
    return now;
  }

  private void startTracking() {
    TrackingStart.Started now =
        OwnContext.of(
            new PrivilegedAction<TrackingStart.@Nullable Started>() {
              @Override
              public TrackingStart.@Nullable Started run() {
                return start.start(weaving);
              }
            });
    // First: if the stack ends below, what was not woven is noted in the ledger.
    tracking = now;
    if (now != null) {
      noteMissed(now);
    }
    if (now != null) {
      holders.tell(now.holders());
    }
    if (now != null && weaving.isInstalled()) {
      begin();
    }
  }

  private void noteMissed(TrackingStart.Started now) {
    synchronized (missed) {
      for (String className : missed) {
        now.notWoven().note(className);
      }
    }
  }

  /** Begins to record; does nothing if repeated. */
  void begin() {
    start.begin();
  }

  /** Whether tracking has ended for good. */
  boolean hasEnded() {
    return start.hasEnded();
  }

  boolean isTracking() {
    return tracking != null;
  }

  /** Notes the holders among the classes of some rules, and answers those that weave anything. */
  List<Rule> withoutHolders(List<Rule> rules, String internalName, byte[] classFile) {
    return holders.among(rules, internalName, classFile);
  }

  /** What earlier processes have woven. */
  CachedWeaving cache() {
    CachedWeaving known = cache;
    return known == null ? openCache() : known;
  }

  private synchronized CachedWeaving openCache() {
    CachedWeaving opened = cache;
    if (opened == null) {
      opened = start.cache();
      savedNanos = System.nanoTime();
      cache = opened;
    }
    return opened;
  }

  /** A hash of all rules that there are now, in their order. */
  long hashOfRules() {
    return members.hashOfRules();
  }

  /** Keeps what was woven for later processes; does nothing if there is nothing new. */
  void saveCache() {
    CachedWeaving known = cache;
    if (known != null) {
      savedNanos = System.nanoTime();
      known.save();
    }
  }

  /** The same, unless that was done a moment ago: each time all of it is written. */
  void saveCacheFromTimeToTime() {
    if (cache != null && System.nanoTime() - savedNanos > SAVE_NANOS) {
      saveCache();
    }
  }

  /** What weaving needs; only after {@link #start} was successful. */
  TrackingStart.Started tracking() {
    return requireNonNull(tracking);
  }

  /** What weaves; only after {@link #start} was successful. */
  Weaver weaver() {
    Weaver made = weaver;
    if (made == null) {
      // Two threads may make one each, which does no harm.
      made = weavers.make();
      weaver = made;
    }
    return made;
  }

  /**
   * Notes that openings of a class that a rule names may go unseen.
   *
   * @param className null if it is unknown which
   */
  void missed(@Nullable String className) {
    synchronized (missed) {
      if (missed.size() < MatchedRules.MOST_CLASSES) {
        missed.add(className);
      }
    }
    TrackingStart.Started now = tracking;
    if (now != null) {
      now.notWoven().note(className);
    } else {
      start.missed();
    }
  }
}
