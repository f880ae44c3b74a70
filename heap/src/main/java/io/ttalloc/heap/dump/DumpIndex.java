package io.ttalloc.heap.dump;

/** Where everything is in a dump. The values are positions of records, unless it says otherwise. */
final class DumpIndex {
  /** Objects and classes. The bytes per entry include what the search for paths adds. */
  final IdTable objects;

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
    // 28 for the entry, 16 for parent, reference, queue and label.
    objects = new IdTable(budget, 44);
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
        new IdTable[] {
          objects, classes, names, classNames, classSerials, frames, traces, threads
        }) {
      table.complete();
    }
  }
}
