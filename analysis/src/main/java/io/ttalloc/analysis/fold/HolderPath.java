package io.ttalloc.analysis.fold;

import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.heap.report.TellingLink;
import io.ttalloc.text.JavaNames;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A path that keeps resources reachable. Immutable.
 *
 * @param count the number of a finding's resources that the path keeps reachable
 * @param heapBytes the number of heap bytes that would be freed with these resources
 * @param first the path to the first of these resources
 * @param parts the texts of the root and of each link; indexes, keys and thread numbers are {@code
 *     *} where the paths differ
 * @param differing the parts in which the paths differ
 * @param telling the link whose removal would free the resources
 */
public record HolderPath(
    long count,
    long heapBytes,
    ReferencePath first,
    List<String> parts,
    Set<Integer> differing,
    TellingLink telling) {
  public HolderPath {
    parts = List.copyOf(parts);
    differing = Set.copyOf(differing);
  }

  /**
   * Returns the sum of this path and a path that differs only in indexes, keys and thread numbers.
   */
  HolderPath plus(HolderPath other) {
    List<String> folded = first.foldedParts();
    List<String> shown = new ArrayList<>(parts);
    Set<Integer> differ = new HashSet<>(differing);
    for (int i = 0; i < parts.size(); i++) {
      if (!parts.get(i).equals(other.parts.get(i))) {
        differ.add(i);
        shown.set(i, folded.get(i));
      }
    }
    return new HolderPath(
        count + other.count,
        heapBytes + other.heapBytes,
        first,
        shown,
        differ,
        TellingLink.of(first, differ::contains));
  }

  /** The links from the root to the resource. */
  public String text() {
    return String.join(" -> ", parts);
  }

  /** The text with the telling link in braces, which do not occur in Java names. */
  public String marked() {
    List<String> shown = new ArrayList<>(parts);
    shown.set(telling.part(), "{" + tellingText() + "}");
    return String.join(" -> ", shown);
  }

  /** Whether the path, up to and including the telling link, leads through a field of the class. */
  public boolean leadsThrough(String className) {
    return first.root().type().equals(className)
        || first.links().stream()
            .limit(telling.part())
            .anyMatch(link -> link.kind().isField() && link.type().equals(className));
  }

  /**
   * The class of the outermost JDK wrapper that closes an object of the given class, such as a
   * BufferedWriter around a FileWriter; null if there is none.
   */
  public @Nullable String wrapperOf(String className) {
    PathLink outermost = null;
    List<PathLink> links = first.links();
    for (int i = links.size() - 1; i >= 0 && isOfCloseable(links.get(i)); i--) {
      outermost = links.get(i);
    }
    Class<?> wrapper = outermost == null ? null : ofJdk(outermost.type());
    Class<?> wrapped = ofJdk(className);
    if (outermost == null || wrapper == null || wrapped == null) {
      return null;
    }
    // A field that a FileWriter inherits from Writer belongs to the FileWriter itself, not to a
    // wrapper.
    return outermost.times() == 1 && wrapper.isAssignableFrom(wrapped) ? null : outermost.type();
  }

  private static boolean isOfCloseable(PathLink link) {
    Class<?> type = link.kind() == PathLink.Kind.FIELD ? ofJdk(link.type()) : null;
    return type != null && Closeable.class.isAssignableFrom(type);
  }

  private static @Nullable Class<?> ofJdk(String className) {
    try {
      return JavaNames.isPlatform(className)
          ? Class.forName(className, false, ClassLoader.getPlatformClassLoader())
          : null;
    } catch (ClassNotFoundException | LinkageError e) {
      return null; // The program may have run on another JDK.
    }
  }

  /** The text of the telling link. */
  public String tellingText() {
    return parts.get(telling.part());
  }
}
