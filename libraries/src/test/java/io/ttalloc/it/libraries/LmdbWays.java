package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Place;
import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/** Ways to create LMDB objects. */
public final class LmdbWays implements Ways {
  private static final long MAP_BYTES = 1 << 20;
  private static final String TRANSACTION = "lmdb transaction";
  private static final String CURSOR_TYPE = "lmdb cursor";

  private static final List<Way> ALL =
      List.of(
          way(
              "Env.Builder.open(File, EnvFlags...)",
              List.of(),
              place -> Env.create().setMapSize(MAP_BYTES).open(place.toFile())),
          way("Env.open(File, int, EnvFlags...)", List.of(), place -> environment(place)),
          way(
              "Env.txnRead()",
              List.of(TRANSACTION),
              place -> {
                Env<ByteBuffer> environment = environment(place);
                return new InEnvironment(environment, environment.txnRead());
              }),
          way(
              "Txn.reset()",
              List.of(TRANSACTION),
              place -> {
                Env<ByteBuffer> environment = environment(place);
                Txn<ByteBuffer> transaction = environment.txnRead();
                transaction.reset();
                return new InEnvironment(
                    environment,
                    () -> {
                      transaction.renew();
                      transaction.abort();
                    });
              }),
          way(
              "Env.txnWrite()",
              List.of(TRANSACTION),
              place -> {
                Env<ByteBuffer> environment = environment(place);
                return new InEnvironment(environment, environment.txnWrite()::commit);
              }),
          way(
              "Env.txn(Txn, TxnFlags...)",
              List.of(TRANSACTION, TRANSACTION),
              place -> {
                Env<ByteBuffer> environment = environment(place);
                Txn<ByteBuffer> outer = environment.txnWrite();
                return new InEnvironment(environment, environment.txn(outer), outer);
              }),
          way(
              "Dbi.openCursor(Txn)",
              List.of(TRANSACTION, CURSOR_TYPE),
              place -> {
                Env<ByteBuffer> environment = environment(place);
                Dbi<ByteBuffer> database = database(environment);
                Txn<ByteBuffer> transaction = environment.txnRead();
                return new InEnvironment(
                    environment, database.openCursor(transaction), transaction);
              }),
          way(
              "Dbi.iterate(Txn)",
              List.of(TRANSACTION, CURSOR_TYPE),
              place -> {
                Env<ByteBuffer> environment = environment(place);
                Dbi<ByteBuffer> database = database(environment);
                Txn<ByteBuffer> transaction = environment.txnRead();
                return new InEnvironment(environment, database.iterate(transaction), transaction);
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  /**
   * A way that opens an environment and resources of the given types in it. Databases are not
   * counted.
   */
  private static Way way(String code, List<String> inside, Opening opening) {
    String type = "lmdb environment";
    return Way.way(code, type, Place.FOLDER, opening)
        .types(Stream.concat(Stream.of(type), inside.stream()).distinct().toList())
        .resources(1 + inside.size());
  }

  private static Env<ByteBuffer> environment(Path place) {
    return Env.open(place.toFile(), 1, EnvFlags.MDB_NOTLS);
  }

  private static Dbi<ByteBuffer> database(Env<ByteBuffer> environment) {
    return environment.openDbi("one", DbiFlags.MDB_CREATE);
  }

  /** Closes the contents of an environment and then the environment, as LMDB requires. */
  private static final class InEnvironment implements AutoCloseable {
    private final Env<ByteBuffer> environment;
    private final AutoCloseable[] inside;

    InEnvironment(Env<ByteBuffer> environment, AutoCloseable... inside) {
      this.environment = environment;
      this.inside = inside;
    }

    @Override
    public void close() throws Exception {
      if (!environment.isClosed()) {
        for (AutoCloseable each : inside) {
          each.close();
        }
        environment.close();
      }
    }
  }
}
