package io.ttalloc.heap.dump;

/**
 * Where everything is in a dump. The values of tables are positions of records, unless it says
 * otherwise.
 */
final class DumpIndex {
  /** Objects and classes. */
  final ObjectTable objects;

  /** The ends of the parts of the heap dump, by where they begin; not searched. */
  final IdTable segments;

  /** The classes among the objects. */
  final IdTable classes;

  /** Names, by their own ids. */
  final IdTable names;

  /** The ids of the names of classes, by the ids of the classes. */
  final IdTable classNames;

  /** The ids of classes by the serial numbers that frames have. */
  final IdTable classSerials;

  final IdTable frames;

  /** Stack traces by serial number. */
  final IdTable traces;

  /** Roots, by the ids of their objects; not searched. */
  final IdTable roots;

  /** The roots among them that are threads, by serial number. */
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
