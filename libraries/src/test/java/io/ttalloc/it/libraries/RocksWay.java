package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BackupEngine;
import org.rocksdb.BackupEngineOptions;
import org.rocksdb.BloomFilter;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.EnvOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.SstFileWriter;
import org.rocksdb.Statistics;
import org.rocksdb.TransactionDB;
import org.rocksdb.TransactionDBOptions;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBatchWithIndex;
import org.rocksdb.WriteOptions;

/** How RocksDB's objects are made. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum RocksWay implements Way {
  OPTIONS("new Options()") {
    @Override
    public AutoCloseable open(Path place) {
      return new Options();
    }
  },
  READ_OPTIONS("new ReadOptions()") {
    @Override
    public AutoCloseable open(Path place) {
      return new ReadOptions();
    }
  },
  BATCH("new WriteBatch()") {
    @Override
    public AutoCloseable open(Path place) {
      return new WriteBatch();
    }
  },
  SLICE("new Slice(byte[])") {
    @Override
    public AutoCloseable open(Path place) {
      return new Slice(new byte[] {1});
    }
  },
  STATISTICS("new Statistics()") {
    @Override
    public AutoCloseable open(Path place) {
      return new Statistics();
    }
  },
  CACHE("new LRUCache(long)") {
    @Override
    public AutoCloseable open(Path place) {
      return new LRUCache(1 << 20);
    }
  },
  FILTER("new BloomFilter(double)") {
    @Override
    public AutoCloseable open(Path place) {
      return new BloomFilter(10);
    }
  },
  INDEXED_BATCH("new WriteBatchWithIndex()") {
    @Override
    public AutoCloseable open(Path place) {
      return new WriteBatchWithIndex();
    }
  },
  FILE_WRITER("new SstFileWriter(EnvOptions, Options)") {
    @Override
    public AutoCloseable open(Path place) {
      try (EnvOptions environment = new EnvOptions();
          Options options = new Options()) {
        return new SstFileWriter(environment, options);
      }
    }
  },
  BACKUP("BackupEngine.open(Env, BackupEngineOptions)") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Files.createDirectory(place);
      try (BackupEngineOptions options = new BackupEngineOptions(place.toString())) {
        return BackupEngine.open(Env.getDefault(), options);
      }
    }
  },
  DESCRIPTOR("new ColumnFamilyDescriptor(byte[])") {
    @Override
    public AutoCloseable open(Path place) {
      return new ColumnFamilyDescriptor(new byte[] {1}).getOptions();
    }
  },
  DATABASE("RocksDB.open(String)", 1) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return RocksDB.open(place.toString());
    }
  },
  TRANSACTIONS("TransactionDB.open(Options, TransactionDBOptions, String)", 1) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return transactions(place);
    }
  },
  OPTIMISTIC("OptimisticTransactionDB.open(Options, String)", 1) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (Options options = new Options().setCreateIfMissing(true)) {
        return OptimisticTransactionDB.open(options, place.toString());
      }
    }
  },
  COLUMN_FAMILIES("RocksDB.open(DBOptions, String, List, List)", 3) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (DBOptions options =
              new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
          ColumnFamilyOptions each = new ColumnFamilyOptions()) {
        List<ColumnFamilyDescriptor> families =
            List.of(
                new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, each),
                new ColumnFamilyDescriptor(new byte[] {1}, each));
        return RocksDB.open(options, place.toString(), families, new ArrayList<>());
      }
    }
  },
  COLUMN_FAMILY("RocksDB.createColumnFamily(ColumnFamilyDescriptor)", 2) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      RocksDB database = RocksDB.open(place.toString());
      try (ColumnFamilyOptions options = new ColumnFamilyOptions()) {
        database.createColumnFamily(new ColumnFamilyDescriptor(new byte[] {1}, options));
      }
      return database; // closes it
    }
  },
  ITERATOR("RocksDB.newIterator()", 2) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      RocksDB database = RocksDB.open(place.toString());
      return new InDatabase(database.newIterator(), database);
    }
  },
  SNAPSHOT("RocksDB.getSnapshot()", 2) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      RocksDB database = RocksDB.open(place.toString());
      Snapshot snapshot = database.getSnapshot();
      return new InDatabase(() -> database.releaseSnapshot(snapshot), database);
    }
  },
  CHECKPOINT("Checkpoint.create(RocksDB)", 2) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      RocksDB database = RocksDB.open(place.toString());
      return new InDatabase(Checkpoint.create(database), database);
    }
  },
  TRANSACTION("TransactionDB.beginTransaction(WriteOptions)", 2) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      TransactionDB database = transactions(place);
      try (WriteOptions options = new WriteOptions()) {
        return new InDatabase(database.beginTransaction(options), database);
      }
    }
  };

  static {
    RocksDB.loadLibrary();
  }

  private final Facts facts;
  private final List<String> types;
  private final int resources;

  RocksWay(String code) {
    facts = new Facts(code, "rocksdb object", Place.NOTHING, Judged.LEAK);
    types = List.of(facts.type());
    resources = 1;
  }

  /** A database, with what it has for itself and what was opened in it. */
  RocksWay(String code, int inside) {
    facts = new Facts(code, "rocksdb database", Place.NOTHING, Judged.LEAK);
    types = List.of(facts.type(), "rocksdb object");
    resources = 1 + inside;
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public List<String> types() {
    return types;
  }

  @Override
  public int resources() {
    return resources;
  }

  private static TransactionDB transactions(Path place) throws RocksDBException {
    try (Options options = new Options().setCreateIfMissing(true);
        TransactionDBOptions more = new TransactionDBOptions()) {
      return TransactionDB.open(options, more, place.toString());
    }
  }

  /**
   * Closes what is in a database, and then the database, once: RocksDB ends the process otherwise.
   */
  private static final class InDatabase implements AutoCloseable {
    private final AutoCloseable inside;
    private final RocksDB database;

    InDatabase(AutoCloseable inside, RocksDB database) {
      this.inside = inside;
      this.database = database;
    }

    @Override
    public void close() throws Exception {
      if (!database.isClosed()) {
        inside.close();
        database.close();
      }
    }
  }
}
