package io.ttalloc.spring;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.ttalloc.junit.NoLeaks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/**
 * Test classes that share a context, which Spring keeps until the JVM ends. The test that leaks has
 * a name that says so; all other tests must pass.
 */
public final class CachedContextSamples {
  private CachedContextSamples() {}

  /** A pool of connections. */
  @Configuration(proxyBeanMethods = false)
  static class Setup {
    @Bean
    DataSource pool() {
      HikariDataSource pool = new HikariDataSource();
      pool.setJdbcUrl("jdbc:h2:mem:shared;DB_CLOSE_DELAY=-1");
      pool.setMaximumPoolSize(5);
      return pool;
    }
  }

  private static boolean query(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute("select 1");
    }
  }

  @NoLeaks
  @SpringJUnitConfig(Setup.class)
  static class BeginsTheContext {
    @Autowired private DataSource pool;

    @Test
    void borrows() throws SQLException {
      try (Connection connection = pool.getConnection()) {
        assertTrue(query(connection));
      }
    }
  }

  @NoLeaks
  @SpringJUnitConfig(Setup.class)
  static class SharesTheContext {
    @Autowired private DataSource pool;

    @Test
    void borrows() throws SQLException {
      try (Connection connection = pool.getConnection()) {
        assertTrue(query(connection));
      }
    }

    @Test
    void leaksAConnection() throws SQLException {
      assertTrue(query(pool.getConnection()));
    }
  }
}
