package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/** How LMDB's objects are made. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum LmdbWay implements Way {
  BUILT("Env.Builder.open(File, EnvFlags...)") {
    @Override
    public AutoCloseable open(Path place) {
      return Env.create().setMapSize(MAP_BYTES).open(place.toFile());
    }
  },
  OPENED("Env.open(File, int, EnvFlags...)") {
    @Override
    public AutoCloseable open(Path place) {
      return environment(place);
    }
  },
  READING("Env.txnRead()", LmdbWay.TRANSACTION) {
    @Override
    public AutoCloseable open(Path place) {
      Env<ByteBuffer> environment = environment(place);
      return new InEnvironment(environment, environment.txnRead());
    }
  },
  RESET("Txn.reset()", LmdbWay.TRANSACTION) {
    @Override
    public AutoCloseable open(Path place) {
      Env<ByteBuffer> environment = environment(place);
      Txn<ByteBuffer> transaction = environment.txnRead();
      transaction.reset();
      return new InEnvironment(
          environment,
          () -> {
            transaction.renew();
            transaction.abort();
          });
    }
  },
  WRITING("Env.txnWrite()", LmdbWay.TRANSACTION) {
    @Override
    public AutoCloseable open(Path place) {
      Env<ByteBuffer> environment = environment(place);
      return new InEnvironment(environment, environment.txnWrite()::commit);
    }
  },
  NESTED("Env.txn(Txn, TxnFlags...)", LmdbWay.TRANSACTION, LmdbWay.TRANSACTION) {
    @Override
    public AutoCloseable open(Path place) {
      Env<ByteBuffer> environment = environment(place);
      Txn<ByteBuffer> outer = environment.txnWrite();
      return new InEnvironment(environment, environment.txn(outer), outer);
    }
  },
  CURSOR("Dbi.openCursor(Txn)", LmdbWay.TRANSACTION, LmdbWay.CURSOR_TYPE) {
    @Override
    public AutoCloseable open(Path place) {
      Env<ByteBuffer> environment = environment(place);
      Dbi<ByteBuffer> database = database(environment);
      Txn<ByteBuffer> transaction = environment.txnRead();
      return new InEnvironment(environment, database.openCursor(transaction), transaction);
    }
  },
  ITERATION("Dbi.iterate(Txn)", LmdbWay.TRANSACTION, LmdbWay.CURSOR_TYPE) {
    @Override
    public AutoCloseable open(Path place) {
      Env<ByteBuffer> environment = environment(place);
      Dbi<ByteBuffer> database = database(environment);
      Txn<ByteBuffer> transaction = environment.txnRead();
      return new InEnvironment(environment, database.iterate(transaction), transaction);
    }
  };

  private static final long MAP_BYTES = 1 << 20;
  private static final String TRANSACTION = "lmdb transaction";
  private static final String CURSOR_TYPE = "lmdb cursor";

  private final Facts facts;
  private final List<String> types;
  private final int resources;

  /** An environment, with what was opened in it beside databases. */
  LmdbWay(String code, String... inside) {
    facts = new Facts(code, "lmdb environment", Place.FOLDER, Judged.LEAK);
    types = Stream.concat(Stream.of(facts.type()), Stream.of(inside)).distinct().toList();
    resources = 1 + inside.length;
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

  private static Env<ByteBuffer> environment(Path place) {
    return Env.open(place.toFile(), 1, EnvFlags.MDB_NOTLS);
  }

  private static Dbi<ByteBuffer> database(Env<ByteBuffer> environment) {
    return environment.openDbi("one", DbiFlags.MDB_CREATE);
  }

  /** Closes what is in an environment, and then the environment, which must be the last. */
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
