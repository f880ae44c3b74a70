package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.TransactionDB;
import org.rocksdb.TransactionDBOptions;
import org.rocksdb.WriteBatch;
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
