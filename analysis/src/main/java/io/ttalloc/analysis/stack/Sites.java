package io.ttalloc.analysis.stack;

import io.ttalloc.analysis.wording.Names;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SiteName;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules' names for call sites, and with them the border between what is tracked and the code
 * that uses it: whatever shares a package with a tracked class or a named site is not the user's.
 */
public final class Sites {
  private final Map<String, String> names = new HashMap<>();
  private final Set<String> trackedPackages = new HashSet<>();

  private Sites() {}

  /** The sites of one ledger. */
  public static Sites of(LedgerImage image) {
    Sites sites = new Sites();
    for (SiteName name : image.siteNames()) {
      sites.names.put(key(name.className(), name.method()), name.site());
      sites.trackedPackages.add(Names.packageOf(name.className()));
    }
    for (TallyEntry tally : image.tallies().values()) {
      sites.trackedPackages.add(Names.packageOf(tally.type().className()));
    }
    return sites;
  }

  /** Reads the stack that opened a resource of this type. */
  public Opening read(TypeEntry type, List<Frame> stack) {
    List<String> found = new ArrayList<>();
    int siteFrame = -1;
    int yourFrame = -1;
    for (int i = 0; i < stack.size(); i++) {
      Frame frame = stack.get(i);
      String name = names.get(key(frame.className(), frame.method()));
      if (name != null) {
        found.add(name);
        siteFrame = siteFrame < 0 ? i : siteFrame;
      }
      if (yourFrame < 0 && isYours(frame)) {
        yourFrame = i;
      }
    }
    String site = found.isEmpty() ? callOutside(type.className(), stack) : found.get(0);
    String title = yourFrame < 0 ? site : title(type.className(), stack, yourFrame);
    return new Opening(stack, List.copyOf(found), site, title, siteFrame, yourFrame);
  }

  private static String title(String ownClass, List<Frame> stack, int yourFrame) {
    Frame called = stack.get(Math.max(0, yourFrame - 1));
    boolean onlyMakesIt = called.className().equals(ownClass) || called.method().equals("<init>");
    return Names.call(onlyMakesIt ? stack.get(yourFrame) : called);
  }

  /** The first frame that is the user's own, or the innermost; null only for an empty stack. */
  public @Nullable Frame yours(List<Frame> stack) {
    for (Frame frame : stack) {
      if (isYours(frame)) {
        return frame;
      }
    }
    return stack.isEmpty() ? null : stack.get(0);
  }

  /**
   * The call that closed something: the innermost one that has a name, else the user's own; null
   * only for an empty stack.
   */
  public @Nullable Frame closer(List<Frame> stack) {
    for (Frame frame : stack) {
      if (names.containsKey(key(frame.className(), frame.method()))) {
        return frame;
      }
    }
    return yours(stack);
  }

  private boolean isYours(Frame frame) {
    return !Names.isPlatform(frame.className())
        && !trackedPackages.contains(Names.packageOf(frame.className()));
  }

  private static String callOutside(String ownClass, List<Frame> stack) {
    for (Frame frame : stack) {
      if (!frame.className().equals(ownClass)) {
        return Names.call(frame);
      }
    }
    return stack.isEmpty() ? Opening.NO_STACK : Names.call(stack.get(0));
  }

  private static String key(String className, String method) {
    return className + '#' + method;
  }
}
