package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
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

/** Ways to create RocksDB objects. */
public final class RocksWays implements Ways {
  static {
    RocksDB.loadLibrary();
  }

  private static final List<Way> ALL =
      List.of(
          way("new Options()", place -> new Options()),
          way("new ReadOptions()", place -> new ReadOptions()),
          way("new WriteBatch()", place -> new WriteBatch()),
          way("new Slice(byte[])", place -> new Slice(new byte[] {1})),
          way("new Statistics()", place -> new Statistics()),
          way("new LRUCache(long)", place -> new LRUCache(1 << 20)),
          way("new BloomFilter(double)", place -> new BloomFilter(10)),
          way("new WriteBatchWithIndex()", place -> new WriteBatchWithIndex()),
          way(
              "new SstFileWriter(EnvOptions, Options)",
              place -> {
                try (EnvOptions environment = new EnvOptions();
                    Options options = new Options()) {
                  return new SstFileWriter(environment, options);
                }
              }),
          way(
              "BackupEngine.open(Env, BackupEngineOptions)",
              place -> {
                Files.createDirectory(place);
                try (BackupEngineOptions options = new BackupEngineOptions(place.toString())) {
                  return BackupEngine.open(Env.getDefault(), options);
                }
              }),
          way(
              "new ColumnFamilyDescriptor(byte[])",
              place -> new ColumnFamilyDescriptor(new byte[] {1}).getOptions()),
          way("RocksDB.open(String)", 1, place -> RocksDB.open(place.toString())),
          way(
              "TransactionDB.open(Options, TransactionDBOptions, String)",
              1,
              place -> transactions(place)),
          way(
              "OptimisticTransactionDB.open(Options, String)",
              1,
              place -> {
                try (Options options = new Options().setCreateIfMissing(true)) {
                  return OptimisticTransactionDB.open(options, place.toString());
                }
              }),
          way(
              "RocksDB.open(DBOptions, String, List, List)",
              3,
              place -> {
                try (DBOptions options =
                        new DBOptions()
                            .setCreateIfMissing(true)
                            .setCreateMissingColumnFamilies(true);
                    ColumnFamilyOptions each = new ColumnFamilyOptions()) {
                  List<ColumnFamilyDescriptor> families =
                      List.of(
                          new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, each),
                          new ColumnFamilyDescriptor(new byte[] {1}, each));
                  return RocksDB.open(options, place.toString(), families, new ArrayList<>());
                }
              }),
          way(
              "RocksDB.createColumnFamily(ColumnFamilyDescriptor)",
              2,
              place -> {
                RocksDB database = RocksDB.open(place.toString());
                try (ColumnFamilyOptions options = new ColumnFamilyOptions()) {
                  database.createColumnFamily(new ColumnFamilyDescriptor(new byte[] {1}, options));
                }
                return database; // also closes the column family
              }),
          way(
              "RocksDB.newIterator()",
              2,
              place -> {
                RocksDB database = RocksDB.open(place.toString());
                return new InDatabase(database.newIterator(), database);
              }),
          way(
              "RocksDB.getSnapshot()",
              2,
              place -> {
                RocksDB database = RocksDB.open(place.toString());
                Snapshot snapshot = database.getSnapshot();
                return new InDatabase(() -> database.releaseSnapshot(snapshot), database);
              }),
          way(
              "Checkpoint.create(RocksDB)",
              2,
              place -> {
                RocksDB database = RocksDB.open(place.toString());
                return new InDatabase(Checkpoint.create(database), database);
              }),
          way(
              "TransactionDB.beginTransaction(WriteOptions)",
              2,
              place -> {
                TransactionDB database = transactions(place);
                try (WriteOptions options = new WriteOptions()) {
                  return new InDatabase(database.beginTransaction(options), database);
                }
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, Opening opening) {
    return Way.way(code, "rocksdb object", opening);
  }

  /**
   * A way that opens a database and the given number of other resources, which either the database
   * opens itself or the way opens in it.
   */
  private static Way way(String code, int inside, Opening opening) {
    String type = "rocksdb database";
    return Way.way(code, type, opening)
        .types(List.of(type, "rocksdb object"))
        .resources(1 + inside);
  }

  private static TransactionDB transactions(Path place) throws RocksDBException {
    try (Options options = new Options().setCreateIfMissing(true);
        TransactionDBOptions more = new TransactionDBOptions()) {
      return TransactionDB.open(options, more, place.toString());
    }
  }

  /**
   * Closes the contents of a database and then the database, each only once, because otherwise
   * RocksDB would crash the process.
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
