package io.ttalloc.corpus.threads;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Asynchronous stages; the first one opens a document, and the last one closes the document. */
public final class PipelineStageFails {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.threads.PipelineStageFails$Document
          type: document
          open: [load(int)]
          close: [close]
          label: $0
      """;

  private PipelineStageFails() {}

  /** A document in memory that must be released. */
  static final class Document implements AutoCloseable {
    private final int id;
    private boolean closed;

    private Document(int id) {
      this.id = id;
    }

    static Document load(int id) {
      return new Document(id);
    }

    Document check() {
      if (closed || id % 4 == 3) {
        throw new IllegalStateException("document " + id + " is damaged");
      }
      return this;
    }

    int words() {
      return 10 * id;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** The stages, which run on the threads of a pool. */
  static final class Pipeline implements AutoCloseable {
    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    private static Document load(int id) {
      return Document.load(id);
    }

    private static int countAndClose(Document document) {
      int words = document.words();
      document.close();
      return words;
    }

    CompletableFuture<Integer> closeInLastStage(int id) {
      return CompletableFuture.supplyAsync(() -> load(id), threads)
          .thenApplyAsync(Document::check, threads)
          .thenApplyAsync(Pipeline::countAndClose, threads);
    }

    CompletableFuture<Integer> closeInAnyCase(int id) {
      return CompletableFuture.supplyAsync(() -> load(id), threads)
          .thenComposeAsync(
              document ->
                  CompletableFuture.supplyAsync(document::check, threads)
                      .thenApply(Document::words)
                      .whenComplete((words, failure) -> document.close()),
              threads);
    }

    static int countAll(IntFunction<CompletableFuture<Integer>> stages) {
      List<CompletableFuture<Integer>> all = IntStream.range(0, 20).mapToObj(stages).toList();
      int words = 0;
      for (CompletableFuture<Integer> one : all) {
        try {
          words += one.join();
        } catch (CompletionException e) {
          words -= 1;
        }
      }
      return words;
    }

    @Override
    public void close() {
      threads.shutdown();
    }
  }

  @Truth(
      why = "when the middle stage fails, the last one, which closes the document, does not run",
      leaks = @Leak(type = "document", count = 5, openedAt = "PipelineStageFails$Pipeline.load"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      try (Pipeline pipeline = new Pipeline()) {
        System.out.println(Pipeline.countAll(pipeline::closeInLastStage) + " words");
      }
    }
  }

  @Truth(why = "whenComplete closes the document whether or not the check fails")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      try (Pipeline pipeline = new Pipeline()) {
        System.out.println(Pipeline.countAll(pipeline::closeInAnyCase) + " words");
      }
    }
  }
}
