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
  private static final int CUSTOMERS = 100;
  private static final int ORDERS_OF_EACH = 100;

  private OrderService() {}

  /**
   * Starts the service, and prints its port once the service is listening. The argument is a folder
   * for the service's files.
   */
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
        // Discards the input. The parent process ends the service by closing the stream.
      }
      server.stop();
    }
  }

  private static void writePages(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (int page = 0; page < OrderHandler.PAGES; page++) {
      Files.writeString(
          OrderHandler.page(folder, page),
          "<h1>Orders of %d</h1><table>%s</table><p>page " + page + "</p>\n");
    }
  }

  private static void fill(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      try (Statement create = connection.createStatement()) {
        create.execute(
            "create table orders (id int primary key, customer int, item varchar(40), amount int)");
        create.execute("create index by_customer on orders (customer)");
      }
      try (PreparedStatement insert =
          connection.prepareStatement("insert into orders values (?, ?, ?, ?)")) {
        for (int id = 0; id < CUSTOMERS * ORDERS_OF_EACH; id++) {
          insert.setInt(1, id);
          insert.setInt(2, id % CUSTOMERS);
          insert.setString(3, "item " + id);
          insert.setInt(4, id * 31 % 10_007);
          insert.addBatch();
        }
        insert.executeBatch();
      }
    }
  }
}
