package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.List;

/** How connections are borrowed from pools that stay open. */
@SuppressWarnings({"ImmutableEnumChecker", "resource"}) // constants; the test closes
enum PoolWay implements Way {
  HIKARI("HikariDataSource.getConnection()", "borrowed connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Pools.HIKARI.borrow();
    }
  },
  HIKARI_QUERY("a query of a HikariCP connection", "result set", "statement") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return query(Pools.HIKARI.borrow());
    }
  },
  DBCP("BasicDataSource.getConnection() of DBCP2", "borrowed connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Pools.DBCP.borrow();
    }
  },
  DBCP_QUERY("a query of a DBCP2 connection", "result set", "statement") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return query(Pools.DBCP.borrow());
    }
  },
  TOMCAT("DataSource.getConnection() of Tomcat JDBC", "borrowed connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Pools.TOMCAT.borrow();
    }
  },
  TOMCAT_QUERY("a query of a Tomcat JDBC connection", "result set", "statement") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Connection connection = Pools.TOMCAT.borrow();
      ResultSet result = connection.createStatement().executeQuery("select 1");
      return () -> {
        result.getStatement().close(); // this pool does not
        connection.close();
      };
    }
  };

  /** Open as long as the program. */
  private static final class Pools {
    static final JdbcPool.Opened HIKARI = JdbcPool.HIKARI.open(20);
    static final JdbcPool.Opened DBCP = JdbcPool.DBCP.open(20);
    static final JdbcPool.Opened TOMCAT = JdbcPool.TOMCAT.open(20);
  }

  private final Facts facts;
  private final List<String> types;

  PoolWay(String code, String type) {
    facts = new Facts(code, type, Place.NOTHING, Judged.LEAK);
    types = List.of(type);
  }

  PoolWay(String code, String type, String inside) {
    facts = new Facts(code, type, Place.NOTHING, Judged.LEAK);
    types = List.of(type, inside, "borrowed connection");
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
    return types.size();
  }

  /** The pool closes the statement when it gets the connection back. */
  private static AutoCloseable query(Connection connection) throws Exception {
    ResultSet ignored = connection.createStatement().executeQuery("select 1");
    return connection;
  }
}
