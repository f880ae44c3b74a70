package io.ttalloc.it.libraries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Filter;
import org.rocksdb.LRUCache;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;
import org.rocksdb.Statistics;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A program that follows RocksDB's guide. Arguments: a working folder, and whether to leave options
 * open.
 */
final class RocksProgram {
  private static final byte[] KEY = "key".getBytes(UTF_8);
  private static final byte[] VALUE = "value".getBytes(UTF_8);

  private RocksProgram() {}

  public static void main(String[] args) throws Exception {
    RocksDB.loadLibrary();
    Path folder = Files.createDirectory(Path.of(args[0], "rocksdb"));
    try (Cache cache = new LRUCache(1 << 20);
        Filter filter = new BloomFilter(10);
        Statistics statistics = new Statistics();
        ColumnFamilyOptions each =
            new ColumnFamilyOptions()
                .setTableFormatConfig(
                    new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(filter));
        DBOptions options =
            new DBOptions()
                .setStatistics(statistics)
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)) {
      List<ColumnFamilyDescriptor> families =
          List.of(
              new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, each),
              new ColumnFamilyDescriptor("one".getBytes(UTF_8), each));
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      try (RocksDB database =
          RocksDB.open(options, folder.resolve("database").toString(), families, handles)) {
        writes(database, handles.get(1));
        reads(database, handles.get(1));
        try (Checkpoint checkpoint = Checkpoint.create(database)) {
          checkpoint.createCheckpoint(folder.resolve("checkpoint").toString());
        }
        if (Boolean.parseBoolean(args[1])) {
          forgets(database);
        }
      }
    }
  }

  private static void writes(RocksDB database, ColumnFamilyHandle family) throws RocksDBException {
    try (WriteOptions options = new WriteOptions();
        WriteBatch batch = new WriteBatch()) {
      batch.put(family, KEY, VALUE);
      database.write(options, batch);
    }
    database.put(KEY, VALUE);
  }

  private static void reads(RocksDB database, ColumnFamilyHandle family) throws RocksDBException {
    Snapshot snapshot = database.getSnapshot();
    try (ReadOptions options = new ReadOptions().setSnapshot(snapshot);
        RocksIterator all = database.newIterator(family, options)) {
      int entries = 0;
      for (all.seekToFirst(); all.isValid(); all.next()) {
        entries++;
      }
      all.status();
      if (entries != 1 || database.get(KEY) == null) {
        throw new AssertionError(entries + " entries");
      }
    } finally {
      database.releaseSnapshot(snapshot);
    }
  }

  /** Leaves options open; the database never closes them. */
  private static void forgets(RocksDB database) throws RocksDBException {
    ReadOptions options = new ReadOptions();
    database.get(options, KEY);
  }
}
