package io.ttalloc.it.libraries.shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Stores the orders in a database. */
@Service
public class OrderService {
  private final JdbcTemplate jdbc;
  private final DataSource source;

  OrderService(JdbcTemplate jdbc, DataSource source) {
    this.jdbc = jdbc;
    this.source = source;
    jdbc.execute("create table orders(number bigint generated always as identity, product bigint)");
  }

  /** Uses a connection managed by Spring, in a transaction. */
  @Transactional
  public void place(long product) {
    jdbc.update("insert into orders(product) values(?)", product);
    jdbc.batchUpdate(
        "insert into orders(product) values(?)",
        List.of(new Object[] {product}, new Object[] {product + 1}));
  }

  /** Opens and closes a connection itself. */
  long count() throws SQLException {
    try (Connection connection = source.getConnection();
        PreparedStatement query = connection.prepareStatement("select count(*) from orders");
        ResultSet result = query.executeQuery()) {
      result.next();
      return result.getLong(1);
    }
  }
}
