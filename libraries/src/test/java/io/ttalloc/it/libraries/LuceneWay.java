package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
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

/** What a program opens of Lucene. */
@SuppressWarnings("ImmutableEnumChecker") // lists of constants
enum LuceneWay implements Way {
  DIRECTORY("FSDirectory.open(Path)", "lucene directory") {
    @Override
    public AutoCloseable open(Path place) throws IOException {
      return FSDirectory.open(place);
    }
  },
  IN_HEAP("new ByteBuffersDirectory()", "lucene directory") {
    @Override
    public AutoCloseable open(Path place) {
      return new ByteBuffersDirectory();
    }
  },
  CACHING("new NRTCachingDirectory(Directory, double, double)", "lucene directory") {
    @Override
    public AutoCloseable open(Path place) throws IOException {
      return new NRTCachingDirectory(FSDirectory.open(place), 1, 1);
    }
  },
  WRITER("new IndexWriter(...), used", "lucene writer", "lucene directory") {
    @Override
    public AutoCloseable open(Path place) throws IOException {
      Directory directory = FSDirectory.open(place);
      IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
      writer.addDocument(new Document());
      return all(writer, directory);
    }
  },
  ROLLED_BACK("IndexWriter.rollback()") {
    @Override
    public AutoCloseable open(Path place) throws IOException {
      try (Directory directory = FSDirectory.open(place)) {
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
        writer.rollback();
        return Way.nothingOpen(writer);
      }
    }
  },
  READER("DirectoryReader.open(Directory)", "lucene reader", "lucene directory") {
    @Override
    public AutoCloseable open(Path place) throws IOException {
      Directory directory = index(place);
      return all(DirectoryReader.open(directory), directory);
    }
  },
  READER_RETAINED("IndexReader.incRef(), then close()", "lucene reader", "lucene directory") {
    @Override
    public AutoCloseable open(Path place) throws IOException {
      Directory directory = index(place);
      DirectoryReader reader = DirectoryReader.open(directory);
      reader.incRef();
      reader.close();
      return all(once(reader::decRef), directory);
    }
  },
  READER_OF_WRITER(
      "DirectoryReader.open(IndexWriter)", "lucene reader", "lucene writer", "lucene directory") {
    @Override
    public AutoCloseable open(Path place) throws IOException {
      Directory directory = index(place);
      IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
      writer.addDocument(new Document());
      return all(DirectoryReader.open(writer), writer, directory);
    }
  },
  READER_OF_CHANGES(
      "DirectoryReader.openIfChanged", "lucene reader", "lucene reader", "lucene directory") {
    @Override
    public AutoCloseable open(Path place) throws IOException {
      Directory directory = index(place);
      DirectoryReader reader = DirectoryReader.open(directory);
      addOne(directory);
      return all(DirectoryReader.openIfChanged(reader), reader, directory);
    }
  },
  ACQUIRED("SearcherManager.acquire(), not released", "lucene reader", "lucene directory") {
    @Override
    public AutoCloseable open(Path place) throws IOException {
      Directory directory = index(place);
      try (SearcherManager manager = new SearcherManager(directory, null)) {
        IndexSearcher searcher = manager.acquire();
        return all(once(() -> manager.release(searcher)), directory);
      }
    }
  },
  MANAGER("new SearcherManager(Directory, SearcherFactory)", "lucene reader", "lucene directory") {
    @Override
    public AutoCloseable open(Path place) throws IOException {
      Directory directory = index(place);
      return all(new SearcherManager(directory, null), directory);
    }
  },
  INPUT("MMapDirectory.openInput, with clones and slices", "lucene input", "lucene directory") {
    @Override
    public AutoCloseable open(Path place) throws IOException {
      Directory directory = index(place);
      IndexInput input = input(directory);
      input.clone().close();
      input.slice("slice", 0, 1).close();
      return all(input, directory);
    }
  },
  INPUT_OF_CHANNEL("NIOFSDirectory.openInput", "lucene input", "lucene directory") {
    @Override
    public AutoCloseable open(Path place) throws IOException {
      index(place).close();
      Directory directory = new NIOFSDirectory(place);
      return all(input(directory), directory);
    }
  },
  OUTPUT("FSDirectory.createOutput", "lucene output", "lucene directory") {
    @Override
    public AutoCloseable open(Path place) throws IOException {
      Directory directory = FSDirectory.open(place);
      return all(directory.createOutput("output", IOContext.DEFAULT), directory);
    }
  },
  LOCK("Directory.obtainLock", "lucene lock", "lucene directory") {
    @Override
    public AutoCloseable open(Path place) throws IOException {
      Directory directory = FSDirectory.open(place);
      return all(directory.obtainLock("own.lock"), directory);
    }
  };

  private final Facts facts;
  private final List<String> opened;

  LuceneWay(String code, String... opened) {
    this.opened = List.of(opened);
    String type = opened.length == 0 ? "lucene writer" : opened[0];
    facts = new Facts(code, type, Place.NOTHING, Judged.LEAK);
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public List<String> types() {
    return opened.isEmpty() ? List.of(facts.type()) : opened.stream().distinct().toList();
  }

  @Override
  public int resources() {
    return opened.size();
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

  /** What may be done only once. */
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
