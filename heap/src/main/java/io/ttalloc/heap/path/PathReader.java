package io.ttalloc.heap.path;

import io.ttalloc.heap.dump.HeapClass;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathLink.Kind;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.ReferencePath;
import java.util.ArrayList;
import java.util.List;

/** Converts a path of objects into links with names that a Java programmer would use. */
final class PathReader {
  /** The maximum number of links; the middle of a longer path is omitted. */
  private static final int MAX_LINKS = 60;

  private final RawPath path;
  private final ObjectLinks objectLinks;
  private final List<PathLink> links = new ArrayList<>();

  private PathReader(RawPath path, ThreadLocals threadLocals) {
    this.path = path;
    this.objectLinks = new ObjectLinks(path, threadLocals);
  }

  static ReferencePath read(RawPath path, ThreadLocals threadLocals) {
    return new PathReader(path, threadLocals).read();
  }

  /** The links of a path, starting at one of its objects. */
  static List<PathLink> linksFrom(RawPath path, int object, ThreadLocals threadLocals) {
    PathReader reader = new PathReader(path, threadLocals);
    reader.addLinks(object);
    return reader.links;
  }

  private ReferencePath read() {
    PathRoot described =
        path.root == SearchRoots.CLASS ? null : path.heap.roots().describe(path.root);
    boolean isClass = described == null || described.kind() == PathRoot.Kind.CLASS;
    PathRoot root = described == null || isClass ? classRoot() : described;
    int at = isClass && path.hops() > 0 && path.staticField(0) != null ? 1 : 0;
    addLinks(at);
    return new ReferencePath(root, shortened());
  }

  private void addLinks(int from) {
    int at = from;
    while (at < path.hops()) {
      at = addLink(at);
    }
  }

  private PathRoot classRoot() {
    String field = path.hops() > 0 ? path.staticField(0) : null;
    // Names such as <resolved_references> are not in the source: the JVM uses them for references
    // from the constant pool.
    return field == null || field.startsWith("<")
        ? new PathRoot(PathRoot.Kind.CLASS, path.typeName(0), "", "", "")
        : new PathRoot(PathRoot.Kind.STATIC_FIELD, path.typeName(0), field, "", "");
  }

  /** Adds the link that begins at an object, and returns the index of the link's target. */
  private int addLink(int at) {
    if (objectLinks.isPlumbing(at)) {
      return at + 1;
    }
    int queue = objectLinks.isExecutorQueue(at) ? at + 1 : at;
    CollectionStep step = CollectionStep.at(path, queue);
    if (step != null) {
      PathLink link = step.link();
      add(queue == at ? link : new PathLink(task(step.next()), path.typeName(at), link.name()));
      return step.next();
    }
    int value = objectLinks.threadLocalValue(at);
    if (value > 0) {
      add(objectLinks.threadLocal(value - 1));
      return value;
    }
    int defined = objectLinks.definedClass(at);
    if (defined > 0) {
      add(new PathLink(Kind.DEFINED, path.typeName(at), path.typeName(defined)));
      return defined;
    }
    HeapClass asClass = path.heap.asClass(path.object(at));
    add(asClass == null ? objectLinks.ofObject(at) : objectLinks.ofClass(at));
    return at + 1;
  }

  /** The kind of link to a queued task: whether the executor runs the task once or repeatedly. */
  private Kind task(int at) {
    return path.heap.longNumber(path.object(at), "period", 0) == 0 ? Kind.QUEUED : Kind.REPEATED;
  }

  /**
   * Adds a link; if it is the same field as the previous link, increments that link's count
   * instead.
   */
  private void add(PathLink link) {
    PathLink before = links.isEmpty() ? null : links.get(links.size() - 1);
    if (before != null
        && link.kind() == Kind.FIELD
        && before.kind() == Kind.FIELD
        && before.type().equals(link.type())
        && before.name().equals(link.name())) {
      links.set(
          links.size() - 1, new PathLink(Kind.FIELD, link.type(), link.name(), before.times() + 1));
    } else {
      links.add(link);
    }
  }

  private List<PathLink> shortened() {
    if (links.size() <= MAX_LINKS) {
      return links;
    }
    int half = MAX_LINKS / 2;
    List<PathLink> ends = new ArrayList<>(links.subList(0, half));
    ends.add(new PathLink(Kind.OMITTED, "", String.valueOf(links.size() - MAX_LINKS + 1)));
    ends.addAll(links.subList(links.size() - half + 1, links.size()));
    return ends;
  }
}
