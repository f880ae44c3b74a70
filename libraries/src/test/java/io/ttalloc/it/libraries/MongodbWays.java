package io.ttalloc.it.libraries;

import com.mongodb.ClientSessionOptions;
import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/** Ways to open resources of the MongoDB driver. */
public final class MongodbWays implements Ways {
  private static final String CLIENT = "mongodb client";
  private static final String SESSION = "mongodb session";
  private static final String CURSOR = "mongodb cursor";
  private static final String NO_SERVER = "mongodb://127.0.0.1:1";

  private static final List<Way> ALL =
      List.of(
          way("MongoClients.create()", List.of(CLIENT), place -> MongoClients.create()),
          way(
              "MongoClients.create(String), no server",
              List.of(CLIENT),
              place -> MongoClients.create(NO_SERVER)),
          way(
              "MongoClients.create(String), connected",
              List.of(CLIENT),
              place -> {
                MongoClient client = connected();
                Object unused = client.getDatabase("db").runCommand(new Document("ping", 1));
                return client;
              }),
          way(
              "MongoClients.create(ConnectionString)",
              List.of(CLIENT),
              place -> MongoClients.create(new ConnectionString(NO_SERVER))),
          way(
              "MongoClients.create(MongoClientSettings)",
              List.of(CLIENT),
              place ->
                  MongoClients.create(
                      MongoClientSettings.builder()
                          .applyConnectionString(new ConnectionString(NO_SERVER))
                          .build())),
          way(
              "MongoClient.startSession()",
              List.of(CLIENT, SESSION),
              place -> {
                MongoClient client = connected();
                return closing(client.startSession(), client);
              }),
          way(
              "MongoClient.startSession(ClientSessionOptions), no server",
              List.of(CLIENT, SESSION),
              place -> {
                MongoClient client = MongoClients.create(NO_SERVER);
                return closing(client.startSession(ClientSessionOptions.builder().build()), client);
              }),
          way(
              "ClientSession.close(), the client left open",
              List.of(CLIENT),
              place -> {
                MongoClient client = connected();
                try (ClientSession session = client.startSession()) {
                  Object unused = all(client).find(session).first();
                }
                return client;
              }),
          way(
              "MongoClient.close(), the session left open",
              List.of(SESSION),
              place -> {
                try (MongoClient client = connected()) {
                  return client.startSession();
                }
              }),
          way(
              "FindIterable.iterator()",
              List.of(CLIENT, CURSOR),
              place -> {
                MongoClient client = connected();
                return closing(all(client).find().iterator(), client);
              }),
          way(
              "FindIterable.cursor(), read in part",
              List.of(CLIENT, CURSOR),
              place -> {
                MongoClient client = connected();
                MongoCursor<Document> cursor = all(client).find().cursor();
                Object unused = cursor.next();
                return closing(cursor, client);
              }),
          way(
              "FindIterable.iterator() with a session",
              List.of(CLIENT, SESSION, CURSOR),
              place -> {
                MongoClient client = connected();
                ClientSession session = client.startSession();
                return closing(all(client).find(session).iterator(), session, client);
              }),
          way(
              "MongoIterable.map(Function).iterator()",
              List.of(CLIENT, CURSOR),
              place -> {
                MongoClient client = connected();
                return closing(all(client).find().map(Document::toJson).iterator(), client);
              }),
          way(
              "AggregateIterable.iterator()",
              List.of(CLIENT, CURSOR),
              place -> {
                MongoClient client = connected();
                return closing(all(client).aggregate(List.of()).iterator(), client);
              }),
          way(
              "ChangeStreamIterable.cursor()",
              List.of(CLIENT, CURSOR),
              place -> {
                MongoClient client = connected();
                return closing(all(client).watch().cursor(), client);
              }),
          way(
              "MongoClient.close(), the cursor left open",
              List.of(CURSOR),
              place -> {
                try (MongoClient client = connected()) {
                  return all(client).find().iterator();
                }
              }),
          way(
              "MongoCursor read to its end",
              List.of(CLIENT),
              place -> {
                MongoClient client = connected();
                MongoCursor<Document> cursor = all(client).find().iterator();
                cursor.forEachRemaining(each -> {});
                return client;
              }),
          way(
              "MongoCursor whose only batch has come",
              List.of(CLIENT),
              place -> {
                MongoClient client = connected();
                Object unused =
                    client.getDatabase("db").getCollection(MongoServer.SMALL).find().iterator();
                return client;
              }),
          way(
              "MongoCursor.close(), the client left open",
              List.of(CLIENT),
              place -> {
                MongoClient client = connected();
                all(client).find().iterator().close();
                return client;
              }),
          way(
              "MongoIterable.first(), forEach, into",
              List.of(CLIENT),
              place -> {
                MongoClient client = connected();
                Object unused = all(client).find().first();
                all(client).find().forEach(each -> {});
                all(client).find().into(new ArrayList<>());
                return client;
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  /** A way that leaves one resource of each type open. */
  private static Way way(String code, List<String> types, Opening opening) {
    return Way.way(code, types.get(0), opening).types(types).resources(types.size());
  }

  private static MongoClient connected() {
    return MongoClients.create(Server.SERVER.address());
  }

  private static MongoCollection<Document> all(MongoClient client) {
    return client.getDatabase("db").getCollection("all");
  }

  private static AutoCloseable closing(AutoCloseable... opened) {
    return () -> {
      for (AutoCloseable each : opened) {
        each.close();
      }
    };
  }

  /** The server, which is created on first use and runs until the program ends. */
  private static final class Server {
    static final MongoServer SERVER = new MongoServer();
  }
}
