package io.ttalloc.it.libraries;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.Recoverable;
import com.rabbitmq.client.RecoveryListener;
import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Ways to open resources of the RabbitMQ client. */
public final class RabbitmqWays implements Ways {
  private static final String CONNECTION = "amqp connection";
  private static final String CHANNEL = "amqp channel";

  private static final List<Way> ALL =
      List.of(
          way("ConnectionFactory.newConnection()", 1, place -> once(recovering())),
          way(
              "ConnectionFactory.newConnection(String), to abort",
              1,
              place -> factory().newConnection("name")::abort),
          way(
              "ConnectionFactory.newConnection(List)",
              1,
              place -> {
                Address broker = new Address(Broker.BROKER.host(), Broker.BROKER.port());
                return once(factory().newConnection(List.of(broker)));
              }),
          way("newConnection() without recovery", 1, place -> once(plain())),
          way("newConnection() without recovery, to abort", 1, place -> plain()::abort),
          way(
              "newConnection() with NIO",
              1,
              place -> {
                ConnectionFactory factory = factory();
                factory.useNio();
                return once(factory.newConnection());
              }),
          way(
              "newConnection() that is refused",
              0,
              place -> {
                ConnectionFactory factory = factory();
                factory.setPort(1);
                Way.fails(factory::newConnection);
                return Way.nothingOpen(factory);
              }),
          way(
              "newConnection() with a wrong password",
              0,
              place -> {
                ConnectionFactory factory = factory();
                factory.setPassword(AmqpBroker.WRONG_PASSWORD);
                try {
                  throw new AssertionError(factory.newConnection());
                } catch (PossibleAuthenticationFailureException expected) {
                  return Way.nothingOpen(factory);
                }
              }),
          way(
              "newConnection() without recovery, ended by the broker",
              0,
              place -> {
                Connection connection = plain();
                Channel channel = connection.createChannel();
                CountDownLatch ended = new CountDownLatch(1);
                connection.addShutdownListener(cause -> ended.countDown());
                Way.fails(() -> channel.exchangeDeclarePassive("none"));
                ended.await();
                return Way.nothingOpen(List.of(connection, channel));
              }),
          way(
              "newConnection(), lost and recovered",
              1,
              place -> {
                Connection connection = recovering();
                CountDownLatch recovered = new CountDownLatch(1);
                ((Recoverable) connection).addRecoveryListener(new Counts(recovered));
                try (Channel channel = connection.createChannel()) {
                  Way.fails(() -> channel.exchangeDeclarePassive("none"));
                  recovered.await();
                }
                return once(connection);
              }),
          way(
              "Connection.createChannel()",
              2,
              place -> {
                Connection connection = recovering();
                Channel channel = connection.createChannel();
                return () -> {
                  channel.abort();
                  connection.abort();
                };
              }),
          way(
              "Connection.createChannel(int)",
              2,
              place -> {
                Connection connection = recovering();
                Object unused = connection.createChannel(7);
                return connection::abort;
              }),
          way(
              "Connection.openChannel()",
              2,
              place -> {
                Connection connection = recovering();
                Object unused = connection.openChannel().orElseThrow();
                return connection::abort;
              }),
          way(
              "Connection.createChannel() without recovery",
              2,
              place -> {
                Connection connection = plain();
                Object unused = connection.createChannel();
                return connection::abort;
              }),
          way(
              "Channel.close(), the connection left open",
              1,
              place -> {
                Connection connection = recovering();
                connection.createChannel().close();
                return connection::abort;
              }),
          way(
              "Channel.abort() without recovery, the connection left open",
              1,
              place -> {
                Connection connection = plain();
                connection.createChannel().abort();
                return connection::abort;
              }),
          way(
              "Channel.close() of a channel that the broker has closed",
              1,
              place -> {
                Connection connection = recovering();
                closedByBroker(connection);
                return connection::abort;
              }),
          way(
              "Channel.close() without recovery of a channel that the broker has closed",
              1,
              place -> {
                Connection connection = plain();
                closedByBroker(connection);
                return connection::abort;
              }),
          way(
              "Connection.createChannel(), closed by the broker",
              1,
              place -> {
                Connection connection = recovering();
                refused(connection.createChannel());
                return connection::abort;
              }),
          way(
              "Connection.createChannel() without recovery, closed by the broker",
              1,
              place -> {
                Connection connection = plain();
                refused(connection.createChannel());
                return connection::abort;
              }),
          way(
              "Connection.close(), the channel left open",
              0,
              place -> {
                try (Connection connection = recovering()) {
                  return Way.nothingOpen(connection.createChannel());
                }
              }),
          way(
              "Connection.close() without recovery, the channel left open",
              0,
              place -> {
                try (Connection connection = plain()) {
                  return Way.nothingOpen(connection.createChannel());
                }
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  /** A way that opens a connection, and possibly a channel on it. */
  private static Way way(String code, int resources, Opening opening) {
    return Way.way(code, CONNECTION, opening)
        .types(List.of(CONNECTION, CHANNEL))
        .resources(resources);
  }

  private static ConnectionFactory factory() {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(Broker.BROKER.host());
    factory.setPort(Broker.BROKER.port());
    factory.setNetworkRecoveryInterval(1); // ms
    return factory;
  }

  private static Connection recovering() throws Exception {
    return factory().newConnection();
  }

  private static Connection plain() throws Exception {
    ConnectionFactory factory = factory();
    factory.setAutomaticRecoveryEnabled(false);
    return factory.newConnection();
  }

  private static void closedByBroker(Connection connection) throws Exception {
    Channel channel = connection.createChannel();
    refused(channel);
    try {
      channel.close();
    } catch (AlreadyClosedException expected) {
      return;
    }
    throw new AssertionError("was open");
  }

  /** Makes the broker close the channel. */
  private static void refused(Channel channel) throws Exception {
    Way.fails(() -> channel.queueDeclarePassive("none"));
  }

  /** Closes a connection with {@code close()} only once, because a second close throws. */
  private static AutoCloseable once(Connection connection) {
    return () -> {
      if (connection.isOpen()) {
        connection.close();
      }
    };
  }

  /** The broker, which is created on first use and runs until the program ends. */
  private static final class Broker {
    static final AmqpBroker BROKER = new AmqpBroker();
  }

  /** A listener that counts down when a connection has been recovered. */
  private record Counts(CountDownLatch recovered) implements RecoveryListener {
    @Override
    public void handleRecovery(Recoverable connection) {
      recovered.countDown();
    }

    @Override
    public void handleRecoveryStarted(Recoverable connection) {}
  }
}
