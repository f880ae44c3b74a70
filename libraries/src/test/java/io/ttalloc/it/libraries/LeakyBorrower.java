package io.ttalloc.it.libraries;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.ttalloc.testing.Await;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;

/**
 * A program that borrows connections in three methods, returns some, and lets the pool's own leak
 * detector report the others. Argument: the pool. HikariCP's detector reports after a delay, so
 * with HikariCP the program runs until a signal ends it.
 */
@SuppressWarnings("resource") // The leaks are intended.
final class LeakyBorrower {
  /** The connections that the program does not return; this list keeps them reachable. */
  private static final List<Connection> KEPT = new ArrayList<>();

  private LeakyBorrower() {}

  public static void main(String[] args) throws Exception {
    switch (JdbcPool.valueOf(args[0])) {
      case HIKARI -> hikari();
      case DBCP -> dbcp();
      case TOMCAT -> tomcat();
    }
  }

  private static void hikari() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(JdbcPool.URL);
    config.setLeakDetectionThreshold(2_000); // the shortest possible time
    borrowAll(new HikariDataSource(config));
    new CountDownLatch(1).await();
  }

  private static void dbcp() throws Exception {
    try (BasicDataSource pool = new BasicDataSource()) {
      pool.setUrl(JdbcPool.URL);
      pool.setAbandonedLogWriter(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
      pool.setLogAbandoned(true);
      pool.setRemoveAbandonedOnMaintenance(true);
      pool.setRemoveAbandonedTimeout(Duration.ZERO);
      borrowAll(pool);
      pool.evict();
    }
  }

  private static void tomcat() throws SQLException {
    var pool = new org.apache.tomcat.jdbc.pool.DataSource();
    pool.setDriverClassName("org.h2.Driver");
    pool.setUrl(JdbcPool.URL);
    pool.setLogAbandoned(true);
    pool.setRemoveAbandoned(true);
    pool.setRemoveAbandonedTimeout(1); // one second, the shortest possible time
    pool.setTimeBetweenEvictionRunsMillis(-1); // not before all connections are borrowed
    borrowAll(pool);
    Await.until(
        () -> {
          pool.checkAbandoned();
          return pool.getActive() == 0;
        });
    pool.close();
  }

  private static void borrowAll(DataSource pool) throws SQLException {
    first(pool);
    second(pool);
    try (Connection returned = pool.getConnection()) {
      returned.isReadOnly();
    }
    third(pool);
  }

  private static void first(DataSource pool) throws SQLException {
    KEPT.add(pool.getConnection());
  }

  private static void second(DataSource pool) throws SQLException {
    KEPT.add(pool.getConnection());
    KEPT.add(pool.getConnection());
  }

  private static void third(DataSource pool) throws SQLException {
    KEPT.add(pool.getConnection());
  }
}
