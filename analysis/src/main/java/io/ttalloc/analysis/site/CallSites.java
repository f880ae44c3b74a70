package io.ttalloc.analysis.site;

import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MethodRecord;
import io.ttalloc.ledger.record.OriginRecord.Origin;
import io.ttalloc.ledger.record.SiteRecord;
import io.ttalloc.ledger.record.SuperTypeRecord;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.JavaNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Determines which frames of a stack are sites named by rules, and the boundary between the user's
 * own code and the libraries that it calls. The boundary depends on the origin of classes: the
 * first frame of the application is the user's own, else the first frame whose origin is unsure.
 *
 * <p>If a ledger does not record the origin of classes, code in the package of a tracked class or a
 * named site is not the user's own, unless the whole stack is in such packages.
 */
public final class CallSites {
  /** The maximum number of frames of the user's own code that an opening names. */
  private static final int MAX_OWN = 3;

  private final Map<String, String> names = new HashMap<>();
  private final Set<String> trackedPackages = new HashSet<>();

  private final Origins origins;

  /** The methods that the program called and that opened something, by class and name. */
  private final Map<String, MethodRecord> methods = new HashMap<>();

  /** The supertypes of resource classes, without those of the JDK. */
  private final Map<String, Set<String>> superTypes = new HashMap<>();

  private CallSites(Origins origins) {
    this.origins = origins;
  }

  /** Creates the call sites of one ledger. */
  public static CallSites of(LedgerImage image) {
    CallSites sites = new CallSites(Origins.of(image));
    for (SuperTypeRecord each : image.rows(SuperTypeRecord.class)) {
      sites
          .superTypes
          .computeIfAbsent(each.className(), name -> new HashSet<>())
          .add(each.superType());
    }
    for (SiteRecord name : image.rows(SiteRecord.class)) {
      sites.names.put(key(name.className(), name.method()), name.site());
      sites.trackedPackages.add(JavaNames.packageOf(name.className()));
    }
    for (MethodRecord method : image.rows(MethodRecord.class)) {
      sites.methods.put(key(method.className(), method.method()), method);
    }
    for (TallyEntry tally : image.tallies().values()) {
      sites.trackedPackages.add(JavaNames.packageOf(tally.type().className()));
    }
    return sites;
  }

  /** Interprets the stack that opened a resource of this type. */
  public Opening read(TypeEntry type, List<Frame> stack) {
    List<String> found = new ArrayList<>();
    int siteFrame = -1;
    for (int i = 0; i < stack.size(); i++) {
      Frame frame = stack.get(i);
      String name = names.get(key(frame.className(), frame.method()));
      if (name != null) {
        found.add(name);
        siteFrame = siteFrame < 0 ? i : siteFrame;
      }
    }
    String ownClass = type.className();
    int yourFrame = outsideLibraries(ownClass, stack);
    String site = found.isEmpty() ? callOutside(ownClass, stack) : found.get(0);
    Frame called = yourFrame < 0 ? null : called(ownClass, stack, yourFrame);
    if (yourFrame < 0) {
      yourFrame = callerInSamePackage(ownClass, stack);
      called = yourFrame < 0 || siteFrame >= 0 ? null : stack.get(yourFrame);
    }
    Title title = called == null ? new Title(site, null) : Title.of(called);
    String call = called == null ? site : key(called.className(), called.method());
    boolean libraryOnly = yourFrame >= 0 && isLibrary(stack.get(yourFrame));
    return new Opening(
        stack,
        List.copyOf(found),
        site,
        title,
        call,
        siteFrame,
        yourFrame,
        libraryOnly,
        libraryOnly ? List.of() : own(stack, yourFrame));
  }

  /**
   * Removes the depth of recursions and the frames of executors from a stack; returns the same list
   * if it has neither. Only the application's own methods count as recursion, since a library
   * method may be in a stack twice with different application callers in between, as the methods of
   * a proxy are.
   */
  List<Frame> folded(List<Frame> stack) {
    return FoldedStack.of(
        stack,
        className ->
            origins.recorded()
                ? origins.of(className) != Origin.LIBRARY
                : !JavaNames.isPlatform(className));
  }

  /** The first frames of the user's own code from an index on, each method once. */
  private List<Frame> own(List<Frame> stack, int yourFrame) {
    List<Frame> own = new ArrayList<>();
    for (int i = yourFrame; i >= 0 && i < stack.size() && own.size() < MAX_OWN; i++) {
      Frame frame = stack.get(i);
      boolean yours = i == yourFrame || isOwn(frame.className());
      if (yours && own.stream().noneMatch(other -> JavaNames.sameMethod(other, frame))) {
        own.add(frame);
      }
    }
    return List.copyOf(own);
  }

  private boolean isOwn(String className) {
    return origins.recorded()
        ? origins.of(className) == Origin.APPLICATION && !GeneratedCalls.contains(className)
        : isOutsideTracked(className);
  }

  private static Frame called(String ownClass, List<Frame> stack, int yourFrame) {
    Frame called = stack.get(Math.max(0, yourFrame - 1));
    boolean onlyMakesIt =
        called.className().equals(ownClass)
            || called.method().equals("<init>")
            || JavaNames.isPlatform(called.className())
            || GeneratedCalls.contains(called.className());
    return onlyMakesIt ? stack.get(yourFrame) : called;
  }

  /**
   * Returns the first frame of the user's own code, else the innermost frame; null only for an
   * empty stack.
   *
   * @param ownClass the class of the resource that the stack opened or closed
   */
  public @Nullable Frame yours(String ownClass, List<Frame> stack) {
    if (stack.isEmpty()) {
      return null;
    }
    int your = yourFrame(ownClass, stack);
    return stack.get(your < 0 ? Making.caller(ownClass, stack) : your);
  }

  /** Returns the index of the first frame of the user's own code; -1 if there is none. */
  public int yourFrame(String ownClass, List<Frame> stack) {
    int found = outsideLibraries(ownClass, stack);
    return found < 0 ? callerInSamePackage(ownClass, stack) : found;
  }

  /** Returns the index of the first frame outside all libraries; -1 if there is none. */
  private int outsideLibraries(String ownClass, List<Frame> stack) {
    if (origins.recorded()) {
      int application = first(Origin.APPLICATION, ownClass, stack);
      int yours = application < 0 ? ownMethod(ownClass, stack) : application;
      return yours < 0 ? first(Origin.UNSURE, ownClass, stack) : yours;
    }
    for (int i = ownMethods(ownClass, stack); i < stack.size(); i++) {
      if (isOutsideTracked(stack.get(i).className())) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the index of the first frame of the given origin that is outside the resource's class
   * and does not construct the resource.
   */
  private int first(Origin origin, String ownClass, List<Frame> stack) {
    int start = Making.constructors(ownClass, stack);
    Set<String> making = Making.classes(ownClass, stack.subList(0, start));
    start = Math.max(start, ownMethods(ownClass, stack));
    for (int i = start; i < stack.size(); i++) {
      String className = stack.get(i).className();
      if (!making.contains(className)
          && !GeneratedCalls.contains(className)
          && origins.of(className) == origin) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the index of the method of an application class that opens or closes an object of its
   * own class; -1 if there is none.
   */
  private int ownMethod(String ownClass, List<Frame> stack) {
    int start = Making.constructors(ownClass, stack);
    return start < stack.size()
            && hasMethodsOf(ownClass, stack.get(start).className())
            && origins.of(stack.get(start).className()) == Origin.APPLICATION
        ? start
        : -1;
  }

  /**
   * Returns the number of innermost frames that are methods of the resource, including inherited
   * ones; 0 if the resource is being constructed.
   */
  private int ownMethods(String ownClass, List<Frame> stack) {
    int count = 0;
    while (count < stack.size()
        && !stack.get(count).method().equals("<init>")
        && hasMethodsOf(ownClass, stack.get(count).className())) {
      count++;
    }
    return count;
  }

  /**
   * Whether the class of a resource is the given class or a subtype of the given class. Supertypes
   * in the JDK are not considered.
   */
  public boolean hasMethodsOf(String ownClass, String className) {
    return className.equals(ownClass)
        || superTypes.getOrDefault(ownClass, Set.of()).contains(className);
  }

  /**
   * Returns the call that closed something: the innermost named site, else the user's own frame;
   * null only for an empty stack.
   *
   * @param ownClass the class of the resource that the stack closed
   */
  public @Nullable Frame closer(String ownClass, List<Frame> stack) {
    for (Frame frame : stack) {
      if (names.containsKey(key(frame.className(), frame.method()))) {
        return frame;
      }
    }
    return yours(ownClass, stack);
  }

  /**
   * Returns the frame that called the close: the first frame outside the resource and the platform,
   * else the first outside the resource; null only for an empty stack.
   */
  public @Nullable Frame caller(String ownClass, List<Frame> stack) {
    Frame outside = null;
    for (Frame frame : stack.subList(ownMethods(ownClass, stack), stack.size())) {
      if (!frame.className().equals(ownClass)) {
        if (!JavaNames.isPlatform(frame.className())) {
          return frame;
        }
        outside = outside == null ? frame : outside;
      }
    }
    return outside == null && !stack.isEmpty() ? stack.get(0) : outside;
  }

  /** Returns the called method that opened something; null if it is unknown. */
  public @Nullable MethodRecord method(Frame called) {
    return methods.get(key(called.className(), called.method()));
  }

  /**
   * Returns the method that the program called and that led to the opening; null if it is unknown.
   */
  public @Nullable MethodRecord entry(TypeEntry type, List<Frame> stack) {
    if (methods.isEmpty()) {
      return null;
    }
    Frame called = read(type, stack).called();
    return called == null ? null : method(called);
  }

  /** Whether a class is known to belong to the application. */
  public boolean isApplication(String className) {
    return origins.recorded() && origins.of(className) == Origin.APPLICATION;
  }

  /** Whether a frame is known to belong to a library. */
  public boolean isLibrary(Frame frame) {
    return isLibrary(frame.className());
  }

  /** Whether a class is known to belong to a library. */
  public boolean isLibrary(String className) {
    return origins.recorded() && origins.of(className) == Origin.LIBRARY;
  }

  private boolean isOutsideTracked(String className) {
    return !JavaNames.isPlatform(className)
        && !GeneratedCalls.contains(className)
        && !trackedPackages.contains(JavaNames.packageOf(className));
  }

  /**
   * Returns the index of the user's own frame if the application shares its packages with tracked
   * classes: the first frame that belongs neither to the platform nor to the resource and is not a
   * constructor. If the resource's own class opens it, the first frame outside the constructors; -1
   * if that frame belongs to the platform or there is none.
   */
  private int callerInSamePackage(String ownClass, List<Frame> stack) {
    int start = Making.constructors(ownClass, stack);
    Set<String> making = Making.classes(ownClass, stack.subList(0, start));
    for (int i = Math.max(start, ownMethods(ownClass, stack)); i < stack.size(); i++) {
      Frame frame = stack.get(i);
      boolean constructs = frame.method().equals("<init>");
      if (!constructs
          && !JavaNames.isPlatform(frame.className())
          && !GeneratedCalls.contains(frame.className())
          && !making.contains(frame.className())) {
        return i;
      }
    }
    boolean ownMethod = start < stack.size() && !JavaNames.isPlatform(stack.get(start).className());
    return ownMethod ? start : -1;
  }

  /**
   * Returns the index of the frame that opened a resource: the first frame outside the resource's
   * class, or outside its constructors if all frames are in that class. The innermost frame never
   * counts: it constructs the resource, or is the method that returned it. -1 if there is no such
   * frame.
   */
  public static int opener(TypeEntry type, List<Frame> stack) {
    int start = Math.max(1, Making.constructors(type.className(), stack));
    for (int i = start; i < stack.size(); i++) {
      if (!stack.get(i).className().equals(type.className())) {
        return i;
      }
    }
    return start < stack.size() ? start : -1;
  }

  /**
   * Returns the task of the thread that a stack is from: the outermost frame outside the JDK. Null
   * if there is no such frame, or if it is the outermost frame of the stack and its method is not
   * {@code run}, as for {@code main}.
   */
  public static @Nullable Frame task(List<Frame> stack) {
    int last = stack.size() - 1;
    for (int i = last; i >= 0; i--) {
      Frame frame = stack.get(i);
      if (!JavaNames.isPlatform(frame.className())) {
        return i < last || frame.method().equals("run") ? frame : null;
      }
    }
    return null;
  }

  /**
   * Returns the class of the JDK object that the application created and that opened the resource
   * internally, as a Socket opens its implementation; else the class of the resource.
   */
  public static String made(TypeEntry type, List<Frame> stack) {
    return Making.made(type.className(), stack);
  }

  private static String callOutside(String ownClass, List<Frame> stack) {
    for (Frame frame : stack.subList(Making.constructors(ownClass, stack), stack.size())) {
      String className = frame.className();
      if (!className.equals(ownClass) && !GeneratedCalls.contains(className)) {
        return JavaNames.call(frame);
      }
    }
    return stack.isEmpty()
        ? Opening.NO_STACK
        : JavaNames.call(stack.get(Making.caller(ownClass, stack)));
  }

  private static String key(String className, String method) {
    return className + '#' + method;
  }
}
