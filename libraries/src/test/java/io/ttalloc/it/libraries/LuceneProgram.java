package io.ttalloc.it.libraries;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.store.NRTCachingDirectory;
import org.apache.lucene.util.Version;

/**
 * A program that writes an index in each kind of directory, searches it while writing, merges it
 * and checks it. Prints the version of Lucene. Arguments: a working folder, and whether to leak a
 * searcher.
 */
final class LuceneProgram {
  private static final int DOCUMENTS = 60;

  private final boolean leaks;

  private LuceneProgram(boolean leaks) {
    this.leaks = leaks;
  }

  public static void main(String[] args) throws Exception {
    System.out.println("Lucene " + Version.LATEST);
    Path folder = Path.of(args[0]);
    LuceneProgram program = new LuceneProgram(Boolean.parseBoolean(args[1]));
    program.use(FSDirectory.open(folder.resolve("default")));
    program.use(new NIOFSDirectory(folder.resolve("channels")));
    program.use(new ByteBuffersDirectory());
    program.use(new NRTCachingDirectory(new MMapDirectory(folder.resolve("cached")), 1, 1));
    if (program.leaks) {
      program.leak(folder.resolve("default"));
    }
  }

  private void use(Directory opened) throws IOException {
    try (Directory directory = opened) {
      write(directory);
      read(directory);
      try (CheckIndex check = new CheckIndex(directory)) {
        Object unused = check.checkIndex();
      }
    }
  }

  private void write(Directory directory) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
        SearcherManager searchers = new SearcherManager(writer, null)) {
      for (int number = 0; number < DOCUMENTS; number++) {
        writer.updateDocument(id(number % (DOCUMENTS / 2)), document(number));
        if (number % 10 == 0) {
          writer.commit();
          searchers.maybeRefresh();
          IndexSearcher searcher = searchers.acquire();
          try {
            int unused = searcher.count(new TermQuery(id(number)));
          } finally {
            searchers.release(searcher);
          }
        }
      }
      writer.forceMerge(1);
    }
  }

  private void read(Directory directory) throws IOException {
    try (DirectoryReader before = DirectoryReader.open(directory)) {
      Object unused = before.storedFields().document(0);
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        writer.addDocument(document(DOCUMENTS));
      }
      try (DirectoryReader after = DirectoryReader.openIfChanged(before)) {
        IndexSearcher searcher = new IndexSearcher(after);
        System.out.println(searcher.count(IntPoint.newExactQuery("point", 1)) + " hits");
      }
    }
  }

  private void leak(Path path) throws IOException {
    try (Directory directory = FSDirectory.open(path);
        SearcherManager searchers = new SearcherManager(directory, null)) {
      Object unused = searchers.acquire();
    }
  }

  private static Term id(int number) {
    return new Term("id", String.valueOf(number));
  }

  private static Document document(int number) {
    Document document = new Document();
    document.add(new StringField("id", String.valueOf(number), Field.Store.YES));
    document.add(new NumericDocValuesField("number", number));
    document.add(new IntPoint("point", number));
    return document;
  }
}
