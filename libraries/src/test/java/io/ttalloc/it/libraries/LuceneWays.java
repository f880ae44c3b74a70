package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.store.NRTCachingDirectory;

/** Ways to open Lucene resources. */
public final class LuceneWays implements Ways {
  private static final List<Way> ALL =
      List.of(
          way(
              "FSDirectory.open(Path)",
              List.of("lucene directory"),
              place -> FSDirectory.open(place)),
          way(
              "new ByteBuffersDirectory()",
              List.of("lucene directory"),
              place -> new ByteBuffersDirectory()),
          way(
              "new NRTCachingDirectory(Directory, double, double)",
              List.of("lucene directory"),
              place -> new NRTCachingDirectory(FSDirectory.open(place), 1, 1)),
          way(
              "new IndexWriter(...), used",
              List.of("lucene writer", "lucene directory"),
              place -> {
                Directory directory = FSDirectory.open(place);
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
                writer.addDocument(new Document());
                return all(writer, directory);
              }),
          way(
              "IndexWriter.rollback()",
              List.of(),
              place -> {
                try (Directory directory = FSDirectory.open(place)) {
                  IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
                  writer.rollback();
                  return Way.nothingOpen(writer);
                }
              }),
          way(
              "DirectoryReader.open(Directory)",
              List.of("lucene reader", "lucene directory"),
              place -> {
                Directory directory = index(place);
                return all(DirectoryReader.open(directory), directory);
              }),
          way(
              "IndexReader.incRef(), then close()",
              List.of("lucene reader", "lucene directory"),
              place -> {
                Directory directory = index(place);
                DirectoryReader reader = DirectoryReader.open(directory);
                reader.incRef();
                reader.close();
                return all(once(reader::decRef), directory);
              }),
          way(
              "DirectoryReader.open(IndexWriter)",
              List.of("lucene reader", "lucene writer", "lucene directory"),
              place -> {
                Directory directory = index(place);
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
                writer.addDocument(new Document());
                return all(DirectoryReader.open(writer), writer, directory);
              }),
          way(
              "DirectoryReader.openIfChanged",
              List.of("lucene reader", "lucene reader", "lucene directory"),
              place -> {
                Directory directory = index(place);
                DirectoryReader reader = DirectoryReader.open(directory);
                addOne(directory);
                return all(DirectoryReader.openIfChanged(reader), reader, directory);
              }),
          way(
              "SearcherManager.acquire(), not released",
              List.of("lucene reader", "lucene directory"),
              place -> {
                Directory directory = index(place);
                try (SearcherManager manager = new SearcherManager(directory, null)) {
                  IndexSearcher searcher = manager.acquire();
                  return all(once(() -> manager.release(searcher)), directory);
                }
              }),
          way(
              "new SearcherManager(Directory, SearcherFactory)",
              List.of("lucene reader", "lucene directory"),
              place -> {
                Directory directory = index(place);
                return all(new SearcherManager(directory, null), directory);
              }),
          way(
              "MMapDirectory.openInput, with clones and slices",
              List.of("lucene input", "lucene directory"),
              place -> {
                Directory directory = index(place);
                IndexInput input = input(directory);
                input.clone().close();
                input.slice("slice", 0, 1).close();
                return all(input, directory);
              }),
          way(
              "NIOFSDirectory.openInput",
              List.of("lucene input", "lucene directory"),
              place -> {
                index(place).close();
                Directory directory = new NIOFSDirectory(place);
                return all(input(directory), directory);
              }),
          way(
              "FSDirectory.createOutput",
              List.of("lucene output", "lucene directory"),
              place -> {
                Directory directory = FSDirectory.open(place);
                return all(directory.createOutput("output", IOContext.DEFAULT), directory);
              }),
          way(
              "Directory.obtainLock",
              List.of("lucene lock", "lucene directory"),
              place -> {
                Directory directory = FSDirectory.open(place);
                return all(directory.obtainLock("own.lock"), directory);
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, List<String> opened, Opening opening) {
    String type = opened.isEmpty() ? "lucene writer" : opened.get(0);
    Way way = Way.way(code, type, opening).resources(opened.size());
    return opened.isEmpty() ? way : way.types(opened.stream().distinct().toList());
  }

  private static Directory index(Path place) throws IOException {
    Directory directory = FSDirectory.open(place);
    addOne(directory);
    return directory;
  }

  private static void addOne(Directory directory) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.addDocument(new Document());
    }
  }

  private static IndexInput input(Directory directory) throws IOException {
    try (IndexOutput output = directory.createOutput("input", IOContext.DEFAULT)) {
      output.writeLong(1);
    }
    return directory.openInput("input", IOContext.DEFAULT);
  }

  private static AutoCloseable all(AutoCloseable... inOrder) {
    return () -> {
      for (AutoCloseable each : inOrder) {
        each.close();
      }
    };
  }

  /** Runs a close at most once, because a second call is not allowed. */
  private static AutoCloseable once(AutoCloseable close) {
    List<AutoCloseable> left = new ArrayList<>(List.of(close));
    return () -> {
      for (AutoCloseable each : List.copyOf(left)) {
        left.remove(each);
        each.close();
      }
    };
  }
}
