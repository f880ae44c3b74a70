package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.List;

/** Ways to borrow connections from pools that stay open. */
@SuppressWarnings("resource") // the test closes it
public final class PoolWays implements Ways {
  private static final List<Way> ALL =
      List.of(
          way(
              "HikariDataSource.getConnection()",
              List.of("borrowed connection"),
              place -> Pools.HIKARI.borrow()),
          way(
              "a query of a HikariCP connection",
              List.of("result set", "statement", "borrowed connection"),
              place -> query(Pools.HIKARI.borrow())),
          way(
              "BasicDataSource.getConnection() of DBCP2",
              List.of("borrowed connection"),
              place -> Pools.DBCP.borrow()),
          way(
              "a query of a DBCP2 connection",
              List.of("result set", "statement", "borrowed connection"),
              place -> query(Pools.DBCP.borrow())),
          way(
              "DataSource.getConnection() of Tomcat JDBC",
              List.of("borrowed connection"),
              place -> Pools.TOMCAT.borrow()),
          way(
              "a query of a Tomcat JDBC connection",
              List.of("result set", "statement", "borrowed connection"),
              place -> {
                Connection connection = Pools.TOMCAT.borrow();
                ResultSet result = connection.createStatement().executeQuery("select 1");
                return () -> {
                  result.getStatement().close(); // this pool does not close the statement
                  connection.close();
                };
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, List<String> types, Opening opening) {
    return Way.way(code, types.get(0), opening).types(types).resources(types.size());
  }

  /** The pools, which are created on first use and stay open until the program ends. */
  private static final class Pools {
    static final JdbcPool.Opened HIKARI = JdbcPool.HIKARI.open(20);
    static final JdbcPool.Opened DBCP = JdbcPool.DBCP.open(20);
    static final JdbcPool.Opened TOMCAT = JdbcPool.TOMCAT.open(20);
  }

  /** Runs a query, whose statement the pool closes when the connection is returned. */
  private static AutoCloseable query(Connection connection) throws Exception {
    ResultSet unused = connection.createStatement().executeQuery("select 1");
    return connection;
  }
}
