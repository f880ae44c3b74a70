package io.ttalloc.benchmarks.heap;

import java.io.File;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import shark.CloseableHeapGraph;
import shark.HeapAnalysis;
import shark.HeapAnalysisSuccess;
import shark.HeapAnalyzer;
import shark.HeapObject.HeapInstance;
import shark.HprofHeapGraph;
import shark.HprofIndex;
import shark.MetadataExtractor;
import shark.OnAnalysisProgressListener;

/** Uses Shark, whose jars must be on the class path, to perform the same search as tt-alloc. */
public final class SharkSearch {
  private SharkSearch() {}

  /** Arguments: the dump, and whether to compute retained sizes. */
  public static void main(String[] args) throws Exception {
    File dump = new File(args[0]);
    try (CloseableHeapGraph graph =
        HprofHeapGraph.Companion.openHeapGraph(
            dump, null, HprofIndex.Companion.defaultIndexedGcRootTags())) {
      HeapAnalysis analysis =
          new HeapAnalyzer(OnAnalysisProgressListener.Companion.getNO_OP())
              .analyze(
                  dump,
                  graph,
                  SharkSearch::opened,
                  List.of(),
                  Boolean.parseBoolean(args[1]),
                  List.of(),
                  MetadataExtractor.Companion.getNO_OP());
      System.out.println("paths=" + paths(analysis));
    }
  }

  private static Set<Long> opened(shark.HeapGraph graph) {
    Set<Long> opened = new HashSet<>();
    for (Iterator<HeapInstance> all = graph.getInstances().iterator(); all.hasNext(); ) {
      HeapInstance instance = all.next();
      if (instance.getInstanceClassName().equals(FilledHeap.Opened.class.getName())) {
        opened.add(instance.getObjectId());
      }
    }
    return opened;
  }

  private static int paths(HeapAnalysis analysis) {
    if (analysis instanceof HeapAnalysisSuccess success) {
      return success.getApplicationLeaks().stream()
          .mapToInt(leak -> leak.getLeakTraces().size())
          .sum();
    }
    throw new IllegalStateException(analysis.toString());
  }
}
