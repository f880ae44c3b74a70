package io.ttalloc.agent.weave.match;

import io.ttalloc.agent.weave.classes.AnyVersion;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Finds the classes whose objects are holders by path. Such a class need not be woven, and does not
 * make tracking start. Classes that are found before tracking starts are kept until then.
 * Thread-safe.
 */
public final class HoldersFound {
  /**
   * The maximum number of classes that are kept. The contents of further holders are judged as if
   * these were not holders.
   */
  private static final int MAX_KEPT = 1_000;

  private record Holder(String className, @Nullable String release) {}

  /** Guarded by this. */
  private final List<Holder> kept = new ArrayList<>();

  /** Null until tracking has started; guarded by this. */
  private @Nullable BiConsumer<String, @Nullable String> known;

  /** Reports the holders, now that tracking has started. */
  public synchronized void reportTo(BiConsumer<String, @Nullable String> holders) {
    known = holders;
    for (Holder each : kept) {
      holders.accept(each.className(), each.release());
    }
    kept.clear();
  }

  /**
   * Records a class if its rules make it a holder by path.
   *
   * @param internalName the name of the class
   * @return those rules that have anything to weave
   */
  public List<Rule> among(List<Rule> rules, String internalName, byte[] classFile) {
    List<Rule> others = rules;
    for (Rule rule : rules) {
      if (Clauses.isHolderByPath(rule) && hasObjects(classFile)) {
        add(internalName.replace('/', '.'), rule.get(Clauses.FREED_BY));
      }
      if (Clauses.isOnlyHolderByPath(rule)) {
        others = without(rule, others);
      }
    }
    return others;
  }

  private static boolean hasObjects(byte[] classFile) {
    int access = AnyVersion.reader(classFile).getAccess();
    return (access & (Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT)) == 0;
  }

  private static List<Rule> without(Rule rule, List<Rule> rules) {
    List<Rule> others = new ArrayList<>(rules);
    boolean unused = others.remove(rule);
    return others;
  }

  private synchronized void add(String className, @Nullable String release) {
    BiConsumer<String, @Nullable String> holders = known;
    if (holders != null) {
      holders.accept(className, release);
    } else if (kept.size() < MAX_KEPT) {
      kept.add(new Holder(className, release));
    }
  }
}
