package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.sqlite.SQLiteDataSource;

/** How connections of drivers are opened, and statements and result sets in them. */
@SuppressWarnings({"ImmutableEnumChecker", "resource"}) // constants; the test closes
enum JdbcWay implements Way {
  H2("DriverManager.getConnection(String), H2", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return h2();
    }
  },
  SQLITE("DriverManager.getConnection(String), SQLite", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return DriverManager.getConnection(SQLITE_URL);
    }
  },
  H2_SOURCE("JdbcDataSource.getConnection() of H2", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return h2Source().getConnection();
    }
  },
  SQLITE_SOURCE("SQLiteDataSource.getConnection()", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      SQLiteDataSource source = new SQLiteDataSource();
      source.setUrl(SQLITE_URL);
      return source.getConnection();
    }
  },
  STATEMENT("Connection.createStatement(), H2", "statement", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return both(h2().createStatement());
    }
  },
  PREPARED("Connection.prepareStatement(String), H2", "statement", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return both(h2().prepareStatement("select 1"));
    }
  },
  CALL("Connection.prepareCall(String), H2", "statement", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return both(h2().prepareCall("call 1"));
    }
  },
  SQLITE_STATEMENT("Connection.createStatement(), SQLite", "statement", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return both(DriverManager.getConnection(SQLITE_URL).createStatement());
    }
  },
  QUERY("Statement.executeQuery(String), H2", "result set", "statement", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return h2().createStatement().executeQuery("select 1").getStatement().getConnection();
    }
  },
  SQLITE_QUERY("Statement.executeQuery(String), SQLite", "result set", "statement", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Connection connection = DriverManager.getConnection(SQLITE_URL);
      ResultSet ignored = connection.createStatement().executeQuery("select 1");
      return connection;
    }
  },
  PREPARED_QUERY("PreparedStatement.executeQuery(), H2", "result set", "statement", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return both(h2().prepareStatement("select 1").executeQuery().getStatement());
    }
  },
  SQLITE_PREPARED_QUERY(
      "PreparedStatement.executeQuery(), SQLite", "result set", "statement", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      PreparedStatement statement =
          DriverManager.getConnection(SQLITE_URL).prepareStatement("select 1");
      ResultSet ignored = statement.executeQuery();
      return both(statement);
    }
  },
  RESULT("Statement.getResultSet(), H2", "result set", "statement", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Statement statement = h2().createStatement();
      statement.execute("select 1");
      ResultSet ignored = statement.getResultSet();
      return both(statement);
    }
  },
  KEYS("Statement.getGeneratedKeys(), H2", "result set", "statement", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Statement statement = h2().createStatement();
      statement.execute("create table if not exists orders(id identity, name varchar)");
      statement.execute("insert into orders(name) values('a')", Statement.RETURN_GENERATED_KEYS);
      ResultSet ignored = statement.getGeneratedKeys();
      return both(statement);
    }
  },
  AGAIN("a statement executed three times, H2", "result set", "statement", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return executedAgain(h2().prepareStatement("select 1"));
    }
  },
  SQLITE_AGAIN(
      "a statement executed three times, SQLite", "result set", "statement", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return executedAgain(DriverManager.getConnection(SQLITE_URL).prepareStatement("select 1"));
    }
  },
  TABLES("DatabaseMetaData.getTables, H2, its connection closed", Judged.NO_LEAK) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (Connection connection = h2()) {
        return connection.getMetaData().getTables(null, null, "%", null);
      }
    }
  },
  PROXIED(
      "a query through a java.lang.reflect.Proxy of each interface, H2",
      "result set",
      "statement",
      "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Connection connection = proxy(DataSource.class, h2Source()).getConnection();
      return both(connection.createStatement().executeQuery("select 1").getStatement());
    }
  },
  REFUSED("a connection that is refused", "connection") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:none;IFEXISTS=TRUE")) {
        throw new AssertionError("connected to " + connection);
      } catch (SQLException expected) {
        return Way.nothingOpen(expected);
      }
    }

    @Override
    public int resources() {
      return 0;
    }
  };

  private static final String SQLITE_URL = "jdbc:sqlite::memory:";

  private final Facts facts;
  private final List<String> types;

  JdbcWay(String code, String... types) {
    facts = new Facts(code, types[0], Place.NOTHING, Judged.LEAK);
    this.types = List.of(types);
  }

  JdbcWay(String code, Judged judged) {
    facts = new Facts(code, "result set", Place.NOTHING, judged);
    types = List.of("result set");
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

  private static Connection h2() throws SQLException {
    return DriverManager.getConnection(JdbcPool.URL);
  }

  private static DataSource h2Source() {
    JdbcDataSource source = new JdbcDataSource();
    source.setUrl("jdbc:h2:mem:shop");
    source.setUser("sa");
    source.setPassword("secret");
    return source;
  }

  /** Passes all calls on, and puts one of its kind around what these open. */
  private static <T> T proxy(Class<T> type, Object around) {
    InvocationHandler passesOn =
        (proxy, method, arguments) -> {
          Object result = method.invoke(around, arguments);
          Class<?> opened = method.getReturnType();
          return AutoCloseable.class.isAssignableFrom(opened) ? proxy(opened, result) : result;
        };
    return type.cast(
        Proxy.newProxyInstance(JdbcWay.class.getClassLoader(), new Class<?>[] {type}, passesOn));
  }

  private static AutoCloseable executedAgain(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < 3; i++) {
      ResultSet ignored = statement.executeQuery();
    }
    return both(statement);
  }

  /** Closes a statement, and then its connection. */
  private static AutoCloseable both(Statement statement) throws SQLException {
    Connection connection = statement.getConnection();
    return () -> {
      statement.close();
      connection.close();
    };
  }
}
