package io.ttalloc.agent.weave;

import static java.util.Objects.requireNonNull;

import io.ttalloc.agent.loading.OwnContext;
import io.ttalloc.agent.loading.SecurityChecks;
import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.log.Reason;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.weave.classes.ClassHeader;
import io.ttalloc.agent.weave.classes.Loaders;
import io.ttalloc.agent.weave.classes.NeverWoven;
import io.ttalloc.agent.weave.classes.Unrecorded;
import io.ttalloc.agent.weave.classes.Work;
import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.agent.weave.match.ProgramImage;
import io.ttalloc.agent.weave.match.WovenSelection;
import io.ttalloc.agent.weave.transform.CachedWeaving;
import io.ttalloc.agent.weave.transform.NativePrefix;
import io.ttalloc.agent.weave.transform.StartImage;
import io.ttalloc.agent.weave.transform.WeaverFactory;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transformer of a process that starts with the results of earlier processes. It knows the
 * result for most JDK classes, and for simple classes of the application that no rule names. When
 * an unknown class arrives, the rules are read and {@link Weaving} takes over; from then on, this
 * transformer only delegates.
 *
 * <p>The JDK classes that are loaded by reading the rules are already known: the process that saved
 * the results has read the rules, too. Never throws. Thread-safe.
 */
public final class WarmWeaving implements ClassTransformer {
  private static final String OBJECT = "java/lang/Object";

  /** The prefix of classes that exist only once, whatever the loader. */
  private static final String JAVA = "java/";

  private final StartImage image;
  private final CachedWeaving cache;
  private final TrackingStart start;
  private final CodeOrigins origins;
  private final RuleSource rules;
  private final SeenClasses seen = SeenClasses.none();
  private final PatientLock waking = new PatientLock();

  /** Null until tracking has started, and always null if {@link Weaving} starts it. */
  private volatile TrackingStart.@Nullable Started started;

  private volatile @Nullable Instrumentation instrumentation;

  /** The image of the program's classes; null until it is read, or if there is none. */
  private volatile @Nullable ProgramImage program;

  private volatile boolean programRead;

  /** The transformer that has taken over; null until an unknown class arrives. */
  private volatile @Nullable Weaving all;

  /** Whether the classes that were loaded before the installation have been woven. */
  private volatile boolean installed;

  /** Whether the process is ending: classes that are loaded from then on are the agent's. */
  private volatile boolean ending;

  /** Whether an unknown class has arrived, perhaps before the installation was complete. */
  private volatile boolean needed;

  /** Whether a class was loaded unwoven because another thread was still reading the rules. */
  private volatile boolean anyLate;

  /** Reads the rules when they are needed. */
  public interface RuleSource {
    /** The classes to weave. */
    WovenSelection read();

    /** The facts about code that the ledger records. */
    byte[] codeFacts();
  }

  private WarmWeaving(
      StartImage image,
      CachedWeaving cache,
      TrackingStart start,
      CodeOrigins origins,
      RuleSource rules) {
    this.image = image;
    this.cache = cache;
    this.start = start;
    this.origins = origins;
    this.rules = rules;
  }

  /**
   * A transformer that starts with the results of an earlier process; null if there are none.
   *
   * @param rules read only if they are needed
   */
  public static @Nullable WarmWeaving of(
      CachedWeaving cache, TrackingStart start, CodeOrigins origins, RuleSource rules) {
    StartImage image = cache.startImage();
    return image == null ? null : new WarmWeaving(image, cache, start, origins, rules);
  }

  /** The facts about code that the ledger records. */
  public byte[] codeFacts() {
    return image.codeFacts();
  }

  @Override
  public int install(Instrumentation into) {
    instrumentation = into;
    // Done before the transformer is added, so that JDK classes that are loaded by the start of
    // tracking need not pass through the transformer.
    if (image.tracksAtOnce() && !startTracking()) {
      return 0;
    }
    WeaverFactory.loadForTakeOver();
    into.addTransformer(this, true);
    if (image.prefixesNatives()) {
      boolean unused = NativePrefix.link(into, this);
    }
    Class<?>[] loaded = into.getAllLoadedClasses();
    origins.loadedBefore(loaded);
    List<Class<?>> known = new ArrayList<>();
    boolean knowsAll = sort(loaded, known);
    boolean woven = retransform(known, into);
    if (!knowsAll || !woven || needed) {
      Weaving ignored = wakeNow();
    }
    installed = true;
    if (needed && all == null) {
      Weaving ignored = wakeNow();
    }
    if (started != null) {
      start.begin();
    }
    return known.size();
  }

  private boolean startTracking() {
    TrackingStart.Started now = OwnContext.of(() -> start.start(this));
    started = now;
    if (now == null) {
      return false;
    }
    for (String type : image.closedByOthers()) {
      now.probeRules().closesAreSeenOf(type);
    }
    return true;
  }

  /**
   * Selects the loaded JDK classes that an earlier process has woven.
   *
   * @param known receives these classes
   * @return false if rules may concern other loaded classes as well
   */
  private boolean sort(Class<?>[] loaded, List<Class<?>> known) {
    boolean knowsAll = true;
    for (Class<?> each : loaded) {
      if (each.isArray() || each.isPrimitive()) {
        continue;
      }
      String name = each.getName().replace('.', '/');
      if (Loaders.isOfJdk(each.getClassLoader()) && image.isUnconcerned(name)) {
        continue;
      }
      if (Loaders.isOrdinaryOfJdk(each) && image.wovenBy(name) != null) {
        known.add(each);
      } else if (!each.isHidden() && !NeverWoven.contains(name) && mayConcern(each)) {
        AgentLog.of("weave").info("{} is already loaded, and rules may concern it", each.getName());
        knowsAll = false;
      }
    }
    return knowsAll;
  }

  private boolean mayConcern(Class<?> type) {
    if (image.mayName(type.getName().replace('.', '/'))) {
      return true;
    }
    Class<?> superClass = type.getSuperclass();
    if (superClass != null && mayConcern(superClass)) {
      return true;
    }
    for (Class<?> superInterface : type.getInterfaces()) {
      if (mayConcern(superInterface)) {
        return true;
      }
    }
    return false;
  }

  /** Weaves classes in one step; false if the JVM refuses to. */
  private static boolean retransform(List<Class<?>> classes, Instrumentation by) {
    try {
      if (!classes.isEmpty()) {
        by.retransformClasses(classes.toArray(new Class<?>[0]));
      }
      return true;
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      AgentLog.of("weave").info("loaded classes could not be woven in one step ({})", e);
      return false;
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    Weaving weaving = all;
    if (weaving != null) {
      return weaving.transform(loader, name, redefined, domain, classFile);
    }
    if (name == null) {
      return null;
    }
    boolean needsAll = SecurityChecks.areMadeAfter(name);
    if (!needsAll) {
      if (ending) {
        return null;
      }
      boolean ofJdk = Loaders.isOfJdk(loader);
      if (ofJdk && image.isUnconcerned(name)) {
        return null;
      }
      if (NeverWoven.contains(name) || waking.isHeldByCurrentThread()) {
        return null;
      }
      if (redefined == null && start.hasEnded()) {
        return null;
      }
      byte[] known = ofJdk ? known(loader, name, redefined, classFile) : null;
      if (known != null) {
        return known;
      }
      if (!ofJdk && redefined == null && isSimple(loader, name, classFile)) {
        origins.loading(loader, name, domain);
        return null;
      }
    }
    return leftToAll(loader, name, redefined, domain, classFile);
  }

  private byte @Nullable [] leftToAll(
      @Nullable ClassLoader loader,
      String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    AgentLog.of("weave").info("{} is being loaded and was not woven by an earlier process", name);
    needed = true;
    if (!installed) {
      if (redefined != null && Loaders.isOfJdk(loader)) {
        seen.firstFiles().putIfAbsent(name, classFile);
      }
      return null; // woven at the end of the installation
    }
    Weaving woken = SecurityChecks.within(waking(loader, name));
    return woken == null ? null : woken.transform(loader, name, redefined, domain, classFile);
  }

  /**
   * Whether no rule names a class of the application, and all its supertypes are known to have no
   * rules that apply to subtypes.
   */
  private boolean isSimple(@Nullable ClassLoader loader, String name, byte[] classFile) {
    if (image.mayName(name)) {
      return false;
    }
    try {
      for (String superType : ClassHeader.of(classFile).superTypes()) {
        boolean known =
            superType.equals(OBJECT)
                || (superType.startsWith(JAVA)
                    ? image.leavesHeirsAlone(superType)
                    : isOfProgram(loader, superType));
        if (!known) {
          return false;
        }
      }
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private boolean isOfProgram(@Nullable ClassLoader loader, String superType) {
    if (!programRead) {
      Work work = () -> program = cache.programImage(image.rules());
      if (started == null) {
        work.run();
      } else {
        Unrecorded.run(work); // Reading the image opens a file.
      }
      programRead = true;
    }
    ProgramImage known = program;
    return known != null && known.leavesHeirsAlone(loader, superType);
  }

  /** A JDK class as an earlier process has woven it; null if that is not known. */
  private byte @Nullable [] known(
      @Nullable ClassLoader loader, String name, @Nullable Class<?> redefined, byte[] classFile) {
    String by = image.wovenBy(name);
    TrackingStart.Started running = started;
    if (by == null || running == null) {
      return null;
    }
    try {
      return known(loader, name, redefined, classFile, by, running);
    } catch (Throwable e) {
      // For example, the stack or the heap is exhausted. Weaving reports what it cannot weave.
      return null;
    }
  }

  private byte @Nullable [] known(
      @Nullable ClassLoader loader,
      String name,
      @Nullable Class<?> redefined,
      byte[] classFile,
      String by,
      TrackingStart.Started running) {
    boolean reshape = redefined == null || seen.reshaped().contains(loader, name);
    CachedWeaving.Way way =
        new CachedWeaving.Way(image.rules(), redefined != null, reshape, image.prefixesNatives());
    CachedWeaving.@Nullable Found[] found = {null};
    CachedWeaving.Sought sought = cache.sought(loader, name, classFile, by, way);
    if (sought == null) {
      return null;
    }
    Unrecorded.run(() -> found[0] = cache.find(sought));
    CachedWeaving.Found result = found[0];
    if (result == null) {
      return null;
    }
    if (!reshape) {
      running.probeRules().olderThanTracking(name.replace('/', '.'));
    }
    byte[] woven = result.applyTo(sought, running.probeRules());
    boolean unused = seen.matched().add(loader, name);
    if (redefined == null) {
      unused = seen.reshaped().add(loader, name);
    }
    return woven;
  }

  /**
   * An action, run while a class is being loaded, that reads the rules and lets {@link Weaving}
   * take over.
   */
  private PrivilegedAction<@Nullable Weaving> waking(@Nullable ClassLoader loader, String name) {
    return () -> {
      try {
        return wake(loader);
      } catch (NotStartedException e) {
        weaveLate(loader, name);
        return null;
      } catch (Throwable e) {
        missed(name.replace('/', '.'), e);
        return null;
      }
    };
  }

  /**
   * Reports that the class being loaded is not woven. The next unknown class causes another attempt
   * to read the rules.
   */
  private void missed(String className, Throwable why) {
    TrackingStart.Started running = started;
    if (running != null) {
      running.notWoven().accept(className);
    }
    Console.line(
        className
            + " could not be woven ("
            + Reason.of(why)
            + "): the class runs unchanged and is not tracked");
  }

  /** Records that a class will be woven after it has been loaded and the rules have been read. */
  private void weaveLate(@Nullable ClassLoader loader, String name) {
    boolean unused = seen.late().add(loader, name);
    anyLate = true;
    Weaving weaving = all;
    if (weaving != null) {
      weaving.weaveOnceLoaded();
    }
  }

  /** Reads the rules and lets {@link Weaving} take over; called while no class is being loaded. */
  private @Nullable Weaving wakeNow() {
    waking.lock();
    return wokenLocked(false);
  }

  /** Like {@link #wakeNow}, but called while a class is being loaded. */
  private @Nullable Weaving wake(@Nullable ClassLoader loader) throws NotStartedException {
    if (!waking.lockInTime(Patience.USUAL.forStart(loader))) {
      throw new NotStartedException();
    }
    return wokenLocked(true);
  }

  private @Nullable Weaving wokenLocked(boolean inTransformer) {
    try {
      Weaving woken = all;
      return woken == null ? woken(inTransformer) : woken;
    } finally {
      waking.unlock();
    }
  }

  private @Nullable Weaving woken(boolean inTransformer) {
    Weaving[] made = new Weaving[1];
    Work work =
        () -> {
          made[0] = OwnContext.of(() -> takenOver(inTransformer));
        };
    if (started == null) {
      work.run();
    } else {
      Unrecorded.run(work);
    }
    return made[0];
  }

  private Weaving takenOver(boolean inTransformer) {
    boolean tracks = started != null;
    TrackingStart from = tracks ? new Running() : start;
    WovenSelection selection = rules.read();
    WeaverFactory weavers = new WeaverFactory(selection.rules());
    Weaving weaving = new Weaving(selection, from, origins, weavers, Patience.USUAL, seen);
    weaving.keepForStart(rules.codeFacts());
    // Done while this transformer is still in charge: the new transformer must not be asked to
    // weave the classes that are loaded by its own preparation.
    weaving.prepare();
    // Set before the search for loaded classes: the JVM passes the classes found to this
    // transformer, which then delegates.
    all = weaving;
    boolean whole = false;
    try {
      weaving.takeOver(
          requireNonNull(instrumentation), image.prefixesNatives(), tracks, inTransformer);
      if (anyLate) {
        weaving.weaveOnceLoaded();
      }
      whole = true;
    } finally {
      if (!whole) {
        // For example, the stack is exhausted. The next class causes another attempt.
        all = null;
        weaving.end();
      }
    }
    return weaving;
  }

  /** Starts nothing, and returns the tracking that is already running. */
  private final class Running implements TrackingStart {
    @Override
    public @Nullable Started start(MatchedRules matched) {
      return started;
    }

    @Override
    public CachedWeaving cache() {
      return cache;
    }

    @Override
    public boolean hasEnded() {
      return start.hasEnded();
    }
  }

  @Override
  public List<Rule> unmatched() {
    Weaving weaving = all;
    return weaving == null ? List.of() : weaving.unmatched();
  }

  @Override
  public List<String> notWoven() {
    Weaving weaving = all;
    return weaving == null ? List.of() : weaving.notWoven();
  }

  @Override
  public void giveUpUnseen() {
    ending = true;
    Weaving weaving = all;
    if (weaving != null) {
      weaving.giveUpUnseen();
    }
  }

  @Override
  public void saveWoven() {
    Weaving weaving = all;
    if (weaving != null) {
      weaving.saveWoven();
    }
  }

  @Override
  public List<ClassPattern> untracked() {
    return List.of();
  }

  @Override
  public void end() {
    Weaving weaving = all;
    if (weaving != null) {
      weaving.end();
    }
  }
}
