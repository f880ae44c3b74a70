package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Ways;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityTransaction;
import jakarta.persistence.Id;
import jakarta.persistence.spi.PersistenceUnitInfo;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.Configuration;
import org.hibernate.context.internal.ThreadLocalSessionContext;
import org.hibernate.jpa.HibernatePersistenceProvider;
import org.hibernate.tool.schema.spi.SchemaManagementException;

/** Ways to open sessions and session factories of Hibernate ORM, on H2. */
public final class HibernateWays implements Ways {
  private static final String FACTORY = "hibernate session factory";
  private static final String SESSION = "hibernate session";

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private static final List<Way> ALL =
      List.of(
          Way.way(
              "Configuration.buildSessionFactory()",
              FACTORY,
              place -> configured("update").buildSessionFactory()),
          Way.way(
              "Metadata.buildSessionFactory()",
              FACTORY,
              place ->
                  new MetadataSources(
                          new StandardServiceRegistryBuilder()
                              .applySettings(settings("update"))
                              .build())
                      .addAnnotatedClass(Item.class)
                      .buildMetadata()
                      .buildSessionFactory()),
          Way.way(
              "PersistenceProvider.createContainerEntityManagerFactory(...)",
              FACTORY,
              place -> {
                EntityManagerFactory factory =
                    new HibernatePersistenceProvider()
                        .createContainerEntityManagerFactory(unit(), settings("update"));
                return () -> {
                  if (factory.isOpen()) {
                    factory.close();
                  }
                };
              }),
          none(
              "Configuration.buildSessionFactory() that fails",
              FACTORY,
              place -> {
                try {
                  throw new AssertionError(configured("validate").buildSessionFactory());
                } catch (SchemaManagementException expected) {
                  return Way.nothingOpen(expected);
                }
              }),
          Way.way("SessionFactory.openSession()", SESSION, place -> Shared.NATIVE.openSession()),
          Way.way(
              "SessionFactory.withOptions().openSession()",
              SESSION,
              place -> Shared.NATIVE.withOptions().openSession()),
          Way.way(
              "SessionFactory.openSession(), in a transaction",
              SESSION,
              place -> {
                Session session = Shared.NATIVE.openSession();
                session.beginTransaction();
                stored(session);
                return session;
              }),
          Way.way(
              "SessionFactory.openSession(), after a query",
              SESSION,
              place -> {
                Session session = Shared.NATIVE.openSession();
                Object unused = session.createQuery("from Item", Item.class).list();
                return session;
              }),
          Way.way(
              "SessionFactory.openStatelessSession()",
              SESSION,
              place -> Shared.NATIVE.openStatelessSession()),
          Way.way(
              "withStatelessOptions().openStatelessSession(), after a query",
              SESSION,
              place -> {
                StatelessSession session =
                    Shared.NATIVE.withStatelessOptions().openStatelessSession();
                Object unused = session.createQuery("from Item", Item.class).list();
                return session;
              }),
          Way.way(
                  "SharedSessionBuilder.openSession()",
                  SESSION,
                  place -> {
                    Session session = Shared.NATIVE.openSession();
                    Session child = session.sessionWithOptions().connection().openSession();
                    return () -> {
                      child.close();
                      session.close();
                    };
                  })
              .resources(2),
          Way.way(
              "EntityManagerFactory.createEntityManager()",
              SESSION,
              place -> once(Shared.OF_JPA.createEntityManager())),
          Way.way(
              "EntityManager.close() in a transaction",
              SESSION,
              place -> {
                EntityTransaction transaction = closedInTransaction();
                return () -> {
                  if (transaction.isActive()) {
                    transaction.rollback();
                  }
                };
              }),
          none(
              "EntityManager.close() in a transaction that is committed",
              SESSION,
              place -> {
                EntityTransaction transaction = closedInTransaction();
                transaction.commit();
                return Way.nothingOpen(transaction);
              }),
          Way.way(
              "SessionFactory.getCurrentSession(), in a transaction",
              SESSION,
              place -> {
                Session session = Shared.NATIVE.getCurrentSession();
                session.beginTransaction();
                stored(session);
                return ThreadLocalSessionContext.unbind(Shared.NATIVE);
              }),
          none(
              "SessionFactory.getCurrentSession(), committed",
              SESSION,
              place -> {
                Session session = Shared.NATIVE.getCurrentSession();
                session.beginTransaction();
                stored(session);
                session.getTransaction().commit();
                return Way.nothingOpen(session);
              }),
          none(
              "SessionBuilder.autoClose(boolean), committed",
              SESSION,
              place -> {
                Session session = Shared.NATIVE.withOptions().autoClose(true).openSession();
                session.beginTransaction();
                session.getTransaction().commit();
                return Way.nothingOpen(session);
              }),
          none(
              "SessionFactory.fromTransaction(Function)",
              SESSION,
              place ->
                  Way.nothingOpen(
                      Shared.NATIVE.fromTransaction(
                          session -> session.createQuery("from Item", Item.class).list()))),
          Way.way(
              "Query.scroll(), the session left open",
              SESSION,
              place -> {
                Session session = Shared.NATIVE.openSession();
                Object unused = session.createQuery("from Item", Item.class).scroll();
                return session;
              }),
          none(
              "Query.getResultStream(), the session closed",
              SESSION,
              place -> {
                try (Session session = Shared.NATIVE.openSession()) {
                  return session.createQuery("from Item", Item.class).getResultStream();
                }
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  /** A way that leaves nothing open. */
  private static Way none(String code, String type, Way.Opening opening) {
    return Way.way(code, type, opening).resources(0);
  }

  private static Configuration configured(String schema) {
    return new Configuration().addAnnotatedClass(Item.class).addProperties(settings(schema));
  }

  /** The settings for a separate database, with a connection pool for all ways. */
  private static Properties settings(String schema) {
    Properties settings = new Properties();
    settings.setProperty(
        "hibernate.connection.url",
        "jdbc:h2:mem:db%d;DB_CLOSE_DELAY=-1".formatted(DATABASES.incrementAndGet()));
    settings.setProperty("hibernate.connection.pool_size", "100");
    settings.setProperty("hibernate.current_session_context_class", "thread");
    settings.setProperty("hibernate.hbm2ddl.auto", schema);
    return settings;
  }

  /**
   * A persistence unit, implemented as a proxy because the methods of the interface differ between
   * its versions.
   */
  private static PersistenceUnitInfo unit() {
    return (PersistenceUnitInfo)
        Proxy.newProxyInstance(
            HibernateWays.class.getClassLoader(),
            new Class<?>[] {PersistenceUnitInfo.class},
            (proxy, method, arguments) -> ofUnit(method));
  }

  private static Object ofUnit(Method method) {
    return switch (method.getName()) {
      case "getPersistenceUnitName" -> "items";
      case "getManagedClassNames" -> List.of(Item.class.getName());
      case "getMappingFileNames", "getJarFileUrls", "getQualifierAnnotationNames" -> List.of();
      case "getProperties" -> new Properties();
      case "getClassLoader", "getNewTempClassLoader" -> HibernateWays.class.getClassLoader();
      case "excludeUnlistedClasses" -> true;
      default -> null;
    };
  }

  private static EntityTransaction closedInTransaction() {
    EntityManager manager = Shared.OF_JPA.createEntityManager();
    EntityTransaction transaction = manager.getTransaction();
    transaction.begin();
    manager.persist(new Item());
    manager.close();
    return transaction;
  }

  private static void stored(Session session) {
    session.persist(new Item());
    session.flush();
  }

  /** Closes an entity manager only once, because a second close throws. */
  private static AutoCloseable once(EntityManager manager) {
    return () -> {
      if (manager.isOpen()) {
        manager.close();
      }
    };
  }

  /** An entity class. */
  @Entity(name = "Item")
  public static final class Item {
    private static final AtomicInteger LAST = new AtomicInteger();

    @Id int id = LAST.incrementAndGet();
  }

  /** The session factories, which are created on first use and stay open until the program ends. */
  private static final class Shared {
    static final SessionFactory NATIVE = configured("update").buildSessionFactory();
    static final EntityManagerFactory OF_JPA =
        new HibernatePersistenceProvider()
            .createContainerEntityManagerFactory(unit(), settings("update"));
  }
}
