package io.ttalloc.agent.weave.classes;

import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.text.yaml.Problem;
import java.util.Set;

/**
 * The classes that are never woven: those that hooks use on the calling thread, and those of the
 * agent. A hook that was woven into such a class would call itself endlessly, or would be called
 * where the JVM cannot run it. The classes that load modules are not woven either, since they are
 * needed to read class files. {@code docs/rules.md} lists all of them for users.
 *
 * <p>The classes that map the files of the ledger may be woven nevertheless, since the agent uses
 * them on a separate thread, which hooks ignore.
 */
public final class NeverWoven {
  /** Packages, including all packages below them. */
  static final String[] PACKAGES = {
    "java/lang/invoke/",
    "java/lang/ref/",
    "java/lang/reflect/",
    "java/util/concurrent/atomic/",
    "java/util/concurrent/locks/",
    "jdk/internal/access/",
    "jdk/internal/jimage/",
    "jdk/internal/loader/",
    "jdk/internal/misc/",
    "jdk/internal/module/",
    "jdk/internal/reflect/",
    "jdk/internal/util/",
    "jdk/internal/vm/",
    "sun/reflect/",
    "io/ttalloc/agent/",
    "io/ttalloc/analysis/",
    "io/ttalloc/ledger/",
    "io/ttalloc/probe/",
    "io/ttalloc/text/"
  };

  /** Classes, including those nested in them. */
  static final Set<String> CLASSES =
      Set.of(
          "java/util/AbstractCollection",
          "java/util/AbstractList",
          "java/util/AbstractMap",
          "java/util/AbstractSet",
          "java/util/ArrayList",
          "java/util/Arrays",
          "java/util/Collection",
          "java/util/Collections",
          "java/util/HashMap",
          "java/util/HashSet",
          "java/util/Iterator",
          "java/util/LinkedHashMap",
          "java/util/List",
          "java/util/Map",
          "java/util/Objects",
          "java/util/Set",
          "java/util/concurrent/ConcurrentHashMap",
          "java/util/concurrent/ConcurrentMap",
          "java/util/concurrent/ThreadLocalRandom");

  private static final String LANG = "java/lang/";

  /**
   * The name prefixes of classes that may be woven although their packages are not: a process can
   * be closed, and so can a cleaner.
   */
  private static final String[] WOVEN = {"java/lang/Process", "java/lang/ref/Cleaner"};

  /**
   * The first letters of all names in {@link #PACKAGES} and {@link #CLASSES}. The names of nearly
   * all application classes start with another letter.
   */
  private static final String FIRST_LETTERS = "jsi";

  private NeverWoven() {}

  /**
   * Whether a rule applies only to a class that is never woven. False for a rule that applies to
   * subtypes as well, and for a rule that only declares system code, for which nothing has to be
   * woven.
   */
  public static boolean contains(Rule rule) {
    if (Clauses.isOnlySystemCode(rule)) {
      return false;
    }
    boolean ofSubtypes = rule.subtypes() && !rule.classes().name().equals("java.lang.Object");
    return !ofSubtypes && contains(rule.classes());
  }

  /** The problem to report for a rule that applies only to a class that is never woven. */
  public static Problem problem(Rule rule) {
    return new Problem(
        rule.position(),
        "'" + rule.classes().name() + "' is used by the agent and can never be woven",
        "a class that docs/rules.md does not list under 'What can never be tracked'",
        Rule.CONSEQUENCE);
  }

  /** Whether a pattern names a single class, and this class is never woven. */
  public static boolean contains(ClassPattern pattern) {
    return pattern.kind() == ClassPattern.Kind.CLASS && contains(pattern.name().replace('.', '/'));
  }

  /** Whether a class is never woven, by its internal name. */
  public static boolean contains(String name) {
    return FIRST_LETTERS.indexOf(name.charAt(0)) >= 0 && isAmongThem(name);
  }

  private static boolean isAmongThem(String name) {
    for (String prefix : WOVEN) {
      if (name.startsWith(prefix)) {
        return false;
      }
    }
    for (String prefix : PACKAGES) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    boolean ofLang = name.startsWith(LANG) && name.indexOf('/', LANG.length()) < 0;
    return ofLang || CLASSES.contains(outermost(name));
  }

  private static String outermost(String name) {
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }
}
