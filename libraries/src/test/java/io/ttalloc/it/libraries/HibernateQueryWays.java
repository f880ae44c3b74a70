package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Ways;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.query.NativeQuery;

/**
 * Ways to get results of Hibernate queries that a program reads row by row. Each way uses its own
 * connection.
 */
public final class HibernateQueryWays implements Ways {
  private static final String RESULT_SET = "result set";
  private static final String STATEMENT = "statement";
  private static final String CONNECTION = "connection";

  private static final List<Way> ALL =
      List.of(
          way(
              "Query.scroll() of Hibernate",
              List.of(RESULT_SET, STATEMENT, CONNECTION),
              place -> {
                Connection connection = connected();
                AutoCloseable results = query(session(connection)).scroll();
                return () -> {
                  results.close();
                  connection.close();
                };
              }),
          way(
              "Query.getResultStream() of Hibernate, read to its end",
              List.of(RESULT_SET, STATEMENT, CONNECTION),
              place -> {
                Connection connection = connected();
                Session session = session(connection);
                Object unused = query(session).getResultStream().toList();
                return () -> {
                  session.close();
                  connection.close();
                };
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  /** A way that leaves one resource of each type open. */
  private static Way way(String code, List<String> types, Way.Opening opening) {
    return Way.way(code, types.get(0), opening).types(types).resources(types.size());
  }

  private static Connection connected() throws SQLException {
    return DriverManager.getConnection("jdbc:h2:mem:");
  }

  private static Session session(Connection connection) {
    return Shared.FACTORY.withOptions().connection(connection).openSession();
  }

  private static NativeQuery<Integer> query(Session session) {
    return session.createNativeQuery("select x from system_range(1, 3)", Integer.class);
  }

  /**
   * The session factory, which is created on first use and stays open until the program ends. The
   * factory has no connections of its own.
   */
  private static final class Shared {
    static final SessionFactory FACTORY =
        new Configuration()
            .setProperty("hibernate.dialect", "org.hibernate.dialect.H2Dialect")
            .setProperty("hibernate.boot.allow_jdbc_metadata_access", "false")
            .setProperty("hibernate.jdbc.use_scrollable_resultset", "true")
            .buildSessionFactory();
  }
}
