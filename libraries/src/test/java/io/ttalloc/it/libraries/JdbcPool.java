package io.ttalloc.it.libraries;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import org.apache.commons.dbcp2.BasicDataSource;

/**
 * The connection pool libraries that the pack {@code jdbc} supports. Each constant opens a pool of
 * connections to H2.
 */
enum JdbcPool {
  HIKARI {
    @Override
    Opened open(int max) {
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(URL);
      config.setMaximumPoolSize(max);
      config.setMinimumIdle(1);
      HikariDataSource pool = new HikariDataSource(config);
      return new Opened(pool::getConnection, pool);
    }
  },
  DBCP {
    @Override
    Opened open(int max) {
      BasicDataSource pool = new BasicDataSource();
      pool.setUrl(URL);
      pool.setMaxTotal(max);
      return new Opened(pool::getConnection, pool);
    }
  },
  TOMCAT {
    @Override
    Opened open(int max) {
      org.apache.tomcat.jdbc.pool.DataSource pool = new org.apache.tomcat.jdbc.pool.DataSource();
      pool.setDriverClassName("org.h2.Driver");
      pool.setUrl(URL);
      pool.setMaxActive(max);
      pool.setInitialSize(1);
      return new Opened(pool::getConnection, pool::close);
    }
  };

  /** The URL of an in-memory database that exists until the JVM ends. */
  static final String URL = "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1;USER=sa;PASSWORD=secret";

  /** Lends connections. */
  interface Source {
    Connection getConnection() throws SQLException;
  }

  /**
   * An open pool.
   *
   * @param source lends the connections
   * @param pool closes the pool
   */
  record Opened(Source source, AutoCloseable pool) implements AutoCloseable {
    Connection borrow() throws SQLException {
      return source.getConnection();
    }

    @Override
    public void close() throws Exception {
      pool.close();
    }
  }

  /**
   * Opens a pool.
   *
   * @param max the maximum number of connections lent at once
   */
  abstract Opened open(int max);
}
