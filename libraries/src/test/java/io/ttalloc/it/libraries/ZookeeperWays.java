package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.NodeCache;
import org.apache.curator.framework.recipes.cache.PathChildrenCache;
import org.apache.curator.framework.recipes.cache.TreeCache;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;
import org.apache.curator.framework.recipes.nodes.PersistentNode;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooKeeper;

/** Ways to open resources of the ZooKeeper and Curator clients. */
public final class ZookeeperWays implements Ways {
  private static final int TIME_LIMIT_MS = 20_000;

  @SuppressWarnings("deprecation") // programs still use the older cache classes
  private static final List<Way> ALL =
      List.of(
          way(
              "new ZooKeeper(String, int, Watcher), connected",
              "zookeeper client",
              place -> {
                ZooKeeper client = client(Server.address());
                Object unused = client.exists("/", false);
                return client;
              }),
          way(
              "new ZooKeeper(String, int, Watcher), no server",
              "zookeeper client",
              place -> client("127.0.0.1:1")),
          way(
              "CuratorFramework.start(), connected",
              "curator client",
              place -> {
                CuratorFramework client = curator();
                client.blockUntilConnected();
                return client;
              }),
          way("CuratorFramework.start()", "curator client", place -> curator()),
          way("CuratorFrameworkFactory.newClient(...)", "curator client", place -> made())
              .resources(0),
          way(
              "CuratorCache.start()",
              "curator recipe",
              place -> {
                CuratorCache cache = CuratorCache.build(Server.CLIENT, "/cache");
                cache.start();
                return cache;
              }),
          way(
              "PathChildrenCache.start()",
              "curator recipe",
              place -> {
                PathChildrenCache cache = new PathChildrenCache(Server.CLIENT, "/children", true);
                cache.start();
                return cache;
              }),
          way(
              "TreeCache.start()",
              "curator recipe",
              place -> new TreeCache(Server.CLIENT, "/tree").start()),
          way(
              "NodeCache.start()",
              "curator recipe",
              place -> {
                NodeCache cache = new NodeCache(Server.CLIENT, "/node");
                cache.start();
                return cache;
              }),
          way(
              "PersistentNode.start()",
              "curator recipe",
              place -> {
                PersistentNode node =
                    new PersistentNode(
                        Server.CLIENT, CreateMode.EPHEMERAL, false, "/own", new byte[0]);
                node.start();
                return node;
              }),
          way(
              "LeaderLatch.start()",
              "curator recipe",
              place -> {
                LeaderLatch latch = new LeaderLatch(Server.CLIENT, "/latch");
                latch.start();
                return once(latch);
              }),
          way(
              "LeaderSelector.start()",
              "curator recipe",
              place -> {
                LeaderSelector selector =
                    new LeaderSelector(Server.CLIENT, "/selector", new Resigns());
                selector.start();
                return once(selector);
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, String type, Opening opening) {
    return Way.way(code, type, opening);
  }

  private static ZooKeeper client(String address) throws Exception {
    return new ZooKeeper(address, TIME_LIMIT_MS, event -> {});
  }

  private static CuratorFramework made() {
    return CuratorFrameworkFactory.newClient(Server.address(), new RetryOneTime(100));
  }

  private static CuratorFramework curator() {
    CuratorFramework client = made();
    client.start();
    return client;
  }

  /** Closes a resource only once, because a second close throws. */
  private static AutoCloseable once(AutoCloseable opened) {
    AutoCloseable[] left = {opened};
    return () -> {
      if (left[0] != null) {
        left[0].close();
        left[0] = null;
      }
    };
  }

  /**
   * The server and a client, which are created on first use and stay open until the program ends.
   */
  private static final class Server {
    private static final TestingServer SERVER = start();
    static final CuratorFramework CLIENT = made();

    static {
      CLIENT.start();
    }

    static String address() {
      return SERVER.getConnectString();
    }

    private static TestingServer start() {
      try {
        return new TestingServer();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Gives up leadership at once. */
  private static final class Resigns extends LeaderSelectorListenerAdapter {
    @Override
    public void takeLeadership(CuratorFramework client) {}
  }
}
