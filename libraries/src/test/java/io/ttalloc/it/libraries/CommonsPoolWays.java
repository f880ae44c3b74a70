package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.pool2.BaseKeyedPooledObjectFactory;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.ObjectPool;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericKeyedObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.SoftReferenceObjectPool;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPool;
import redis.clients.jedis.JedisPoolConfig;

/** Ways to create pools of Commons Pool and to borrow from them. */
@SuppressWarnings("resource") // the test closes it
public final class CommonsPoolWays implements Ways {
  private static final List<Way> ALL =
      List.of(
          pool(
              "new GenericObjectPool(PooledObjectFactory)",
              place -> new GenericObjectPool<>(new Made())),
          pool(
              "new GenericKeyedObjectPool(KeyedPooledObjectFactory)",
              place -> new GenericKeyedObjectPool<>(new MadeByKey())),
          pool(
              "new GenericObjectPool(...), used",
              place -> {
                GenericObjectPool<Object> pool = new GenericObjectPool<>(new Made());
                pool.returnObject(pool.borrowObject());
                return pool;
              }),
          borrowed(
              "GenericObjectPool.borrowObject(), to return",
              1,
              place -> {
                Object borrowed = Pools.PLAIN.borrowObject();
                return once(() -> Pools.PLAIN.returnObject(borrowed));
              }),
          borrowed(
              "GenericObjectPool.borrowObject(), to invalidate",
              1,
              place -> {
                Object borrowed = Pools.PLAIN.borrowObject();
                return once(() -> Pools.PLAIN.invalidateObject(borrowed));
              }),
          borrowed(
              "GenericObjectPool.borrowObject(), lent before",
              1,
              place -> {
                Pools.PLAIN.addObject();
                Object borrowed = Pools.PLAIN.borrowObject();
                Pools.PLAIN.evict();
                return once(() -> Pools.PLAIN.returnObject(borrowed));
              }),
          borrowed(
              "GenericObjectPool.borrowObject() that fails",
              0,
              place -> {
                try (GenericObjectPool<Object> pool = new GenericObjectPool<>(new Invalid())) {
                  pool.setTestOnBorrow(true);
                  throw new AssertionError(pool.borrowObject());
                } catch (NoSuchElementException expected) {
                  return Way.nothingOpen(expected);
                }
              }),
          borrowed(
              "GenericKeyedObjectPool.borrowObject(K)",
              1,
              place -> {
                Object borrowed = Pools.KEYED.borrowObject("key");
                return once(() -> Pools.KEYED.returnObject("key", borrowed));
              }),
          borrowed(
              "SoftReferenceObjectPool.borrowObject()",
              1,
              place -> {
                Object borrowed = Pools.SOFT.borrowObject();
                return once(() -> Pools.SOFT.returnObject(borrowed));
              }),
          borrowed(
              "JedisPool.getResource()",
              1,
              place -> {
                Jedis jedis = Pools.JEDIS.getResource();
                if (!jedis.ping().equals("OK")) {
                  throw new AssertionError("no answer");
                }
                return once(jedis::close);
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way pool(String code, Opening opening) {
    return Way.way(code, "object pool", opening);
  }

  private static Way borrowed(String code, int objects, Opening opening) {
    return Way.way(code, "borrowed object", opening).resources(objects);
  }

  /**
   * Returns an object to its pool only once, because pools reject objects that they already have.
   */
  private static AutoCloseable once(AutoCloseable end) {
    AtomicBoolean ended = new AtomicBoolean();
    return () -> {
      if (!ended.getAndSet(true)) {
        end.close();
      }
    };
  }

  /** The pools, which are created on first use and stay open until the program ends. */
  private static final class Pools {
    static final GenericObjectPool<Object> PLAIN = new GenericObjectPool<>(new Made());
    static final GenericKeyedObjectPool<String, Object> KEYED =
        new GenericKeyedObjectPool<>(new MadeByKey());
    static final ObjectPool<Object> SOFT = new SoftReferenceObjectPool<>(new Made());
    static final JedisPool JEDIS = jedis();

    static {
      PLAIN.setMaxTotal(-1);
      KEYED.setMaxTotalPerKey(-1);
    }

    private static JedisPool jedis() {
      JedisPoolConfig config = new JedisPoolConfig();
      config.setMaxTotal(-1);
      return new JedisPool(config, "127.0.0.1", AgreeableServer.start());
    }
  }

  /** Creates plain objects. */
  private static class Made extends BasePooledObjectFactory<Object> {
    @Override
    public Object create() {
      return new Object();
    }

    @Override
    public PooledObject<Object> wrap(Object made) {
      return new DefaultPooledObject<>(made);
    }
  }

  /** Creates objects that always fail validation, so that a pool never lends them. */
  private static final class Invalid extends Made {
    @Override
    public boolean validateObject(PooledObject<Object> made) {
      return false;
    }
  }

  /** Creates plain objects, whatever the key. */
  private static final class MadeByKey extends BaseKeyedPooledObjectFactory<String, Object> {
    @Override
    public Object create(String key) {
      return new Object();
    }

    @Override
    public PooledObject<Object> wrap(Object made) {
      return new DefaultPooledObject<>(made);
    }
  }
}
