package io.ttalloc.it.service;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Serves orders over HTTP until its standard input ends. */
public final class OrderService {
  static final int ORDERS = 1000;

  private OrderService() {}

  /** Starts it; the argument is a folder for its files. Prints the port when it listens. */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    writePages(folder);
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:orders");
    config.setMaximumPoolSize(10);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      fill(pool);
      Server server = new Server();
      ServerConnector connector = new ServerConnector(server);
      connector.setHost("127.0.0.1");
      connector.setPort(0);
      server.addConnector(connector);
      server.setHandler(new OrderHandler(pool, folder));
      server.start();
      System.out.println("port=" + connector.getLocalPort());
      while (System.in.read() >= 0) {
        // Whoever started it says nothing, and ends it by closing the stream.
      }
      server.stop();
    }
  }

  private static void writePages(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (int page = 0; page < OrderHandler.PAGES; page++) {
      Files.writeString(OrderHandler.page(folder, page), "order %s of page " + page + "\n");
    }
  }

  private static void fill(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      try (Statement create = connection.createStatement()) {
        create.execute("create table orders (id int primary key, item varchar(40), amount int)");
      }
      try (PreparedStatement insert =
          connection.prepareStatement("insert into orders values (?, ?, ?)")) {
        for (int id = 0; id < ORDERS; id++) {
          insert.setInt(1, id);
          insert.setString(2, "item " + id);
          insert.setInt(3, id % 7);
          insert.addBatch();
        }
        insert.executeBatch();
      }
    }
  }
}
