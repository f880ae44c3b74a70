package io.ttalloc.heap.dump;

/**
 * The positions of everything in a dump. Unless stated otherwise, the values in the tables are the
 * positions of records.
 */
final class DumpIndex {
  /** Objects and classes. */
  final ObjectTable objects;

  /**
   * The end of each segment of the heap dump, by the segment's beginning. Iterated, not searched.
   */
  final IdTable segments;

  /** The classes among the objects. */
  final IdTable classes;

  /** Names, by id. */
  final IdTable names;

  /** The ids of class names, by the ids of the classes. */
  final IdTable classNames;

  /** The ids of classes, by the serial numbers that frames use. */
  final IdTable classSerials;

  final IdTable frames;

  /** Stack traces by serial number. */
  final IdTable traces;

  /** The roots, by the ids of their objects. Iterated, not searched. */
  final IdTable roots;

  /** The roots that are threads, by serial number. */
  final IdTable threads;

  DumpIndex(MemoryBudget budget) {
    objects = new ObjectTable(budget);
    segments = new IdTable(budget, 16);
    classes = new IdTable(budget, 28 + 400);
    names = new IdTable(budget, 28);
    classNames = new IdTable(budget, 28);
    classSerials = new IdTable(budget, 28);
    frames = new IdTable(budget, 28);
    traces = new IdTable(budget, 28);
    roots = new IdTable(budget, 16);
    threads = new IdTable(budget, 28);
  }

  void complete() {
    for (IdTable table :
        new IdTable[] {classes, names, classNames, classSerials, frames, traces, threads}) {
      table.complete();
    }
  }
}
