package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Judged;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
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

/** Ways to open connections of JDBC drivers, and statements and result sets on them. */
@SuppressWarnings("resource") // the test closes it
public final class JdbcWays implements Ways {
  private static final String SQLITE_URL = "jdbc:sqlite::memory:";

  private static final List<Way> ALL =
      List.of(
          way("DriverManager.getConnection(String), H2", List.of("connection"), place -> h2()),
          way(
              "DriverManager.getConnection(String), SQLite",
              List.of("connection"),
              place -> DriverManager.getConnection(SQLITE_URL)),
          way(
              "JdbcDataSource.getConnection() of H2",
              List.of("connection"),
              place -> h2Source().getConnection()),
          way(
              "SQLiteDataSource.getConnection()",
              List.of("connection"),
              place -> {
                SQLiteDataSource source = new SQLiteDataSource();
                source.setUrl(SQLITE_URL);
                return source.getConnection();
              }),
          way(
              "Connection.createStatement(), H2",
              List.of("statement", "connection"),
              place -> both(h2().createStatement())),
          way(
              "Connection.prepareStatement(String), H2",
              List.of("statement", "connection"),
              place -> both(h2().prepareStatement("select 1"))),
          way(
              "Connection.prepareCall(String), H2",
              List.of("statement", "connection"),
              place -> both(h2().prepareCall("call 1"))),
          way(
              "Connection.createStatement(), SQLite",
              List.of("statement", "connection"),
              place -> both(DriverManager.getConnection(SQLITE_URL).createStatement())),
          way(
              "Statement.executeQuery(String), H2",
              List.of("result set", "statement", "connection"),
              place ->
                  h2().createStatement().executeQuery("select 1").getStatement().getConnection()),
          way(
              "Statement.executeQuery(String), SQLite",
              List.of("result set", "statement", "connection"),
              place -> {
                Connection connection = DriverManager.getConnection(SQLITE_URL);
                ResultSet unused = connection.createStatement().executeQuery("select 1");
                return connection;
              }),
          way(
              "PreparedStatement.executeQuery(), H2",
              List.of("result set", "statement", "connection"),
              place -> both(h2().prepareStatement("select 1").executeQuery().getStatement())),
          way(
              "PreparedStatement.executeQuery(), SQLite",
              List.of("result set", "statement", "connection"),
              place -> {
                PreparedStatement statement =
                    DriverManager.getConnection(SQLITE_URL).prepareStatement("select 1");
                ResultSet unused = statement.executeQuery();
                return both(statement);
              }),
          way(
              "Statement.getResultSet(), H2",
              List.of("result set", "statement", "connection"),
              place -> {
                Statement statement = h2().createStatement();
                statement.execute("select 1");
                ResultSet unused = statement.getResultSet();
                return both(statement);
              }),
          way(
              "Statement.getGeneratedKeys(), H2",
              List.of("result set", "statement", "connection"),
              place -> {
                Statement statement = h2().createStatement();
                statement.execute("create table if not exists orders(id identity, name varchar)");
                statement.execute(
                    "insert into orders(name) values('a')", Statement.RETURN_GENERATED_KEYS);
                ResultSet unused = statement.getGeneratedKeys();
                return both(statement);
              }),
          way(
              "a statement executed three times, H2",
              List.of("result set", "statement", "connection"),
              place -> executedAgain(h2().prepareStatement("select 1"))),
          way(
              "a statement executed three times, SQLite",
              List.of("result set", "statement", "connection"),
              place ->
                  executedAgain(
                      DriverManager.getConnection(SQLITE_URL).prepareStatement("select 1"))),
          way(
                  "DatabaseMetaData.getTables, H2, its connection closed",
                  List.of("result set"),
                  place -> {
                    try (Connection connection = h2()) {
                      return connection.getMetaData().getTables(null, null, "%", null);
                    }
                  })
              .judged(Judged.NO_LEAK),
          way(
              "a query through a java.lang.reflect.Proxy of each interface, H2",
              List.of("result set", "statement", "connection"),
              place -> {
                Connection connection = proxy(DataSource.class, h2Source()).getConnection();
                return both(connection.createStatement().executeQuery("select 1").getStatement());
              }),
          way(
                  "a connection that is refused",
                  List.of("connection"),
                  place -> {
                    try (Connection connection =
                        DriverManager.getConnection("jdbc:h2:mem:none;IFEXISTS=TRUE")) {
                      throw new AssertionError("connected to " + connection);
                    } catch (SQLException expected) {
                      return Way.nothingOpen(expected);
                    }
                  })
              .resources(0));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, List<String> types, Opening opening) {
    return Way.way(code, types.get(0), opening).types(types).resources(types.size());
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

  /**
   * Returns a proxy that forwards all calls, and wraps the resources that the calls return in
   * further proxies.
   */
  private static <T> T proxy(Class<T> type, Object around) {
    InvocationHandler passesOn =
        (proxy, method, arguments) -> {
          Object result = method.invoke(around, arguments);
          Class<?> opened = method.getReturnType();
          return AutoCloseable.class.isAssignableFrom(opened) ? proxy(opened, result) : result;
        };
    return type.cast(
        Proxy.newProxyInstance(JdbcWays.class.getClassLoader(), new Class<?>[] {type}, passesOn));
  }

  private static AutoCloseable executedAgain(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < 3; i++) {
      ResultSet unused = statement.executeQuery();
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
