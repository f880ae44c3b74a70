package io.ttalloc.it.packs.ways;

import java.util.Hashtable;
import java.util.List;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;
import javax.naming.directory.SearchControls;
import javax.naming.directory.SearchResult;
import javax.naming.ldap.InitialLdapContext;

/** Ways to open contexts and enumerations of an LDAP directory through JNDI. */
// The test closes what is opened here, and JNDI is its subject.
@SuppressWarnings({"resource", "BanJNDI", "JdkObsolete"})
public final class NamingWays implements Ways {
  private static final String CONTEXT = "ldap context";
  private static final String ENUMERATION = "ldap enumeration";

  private static final List<Way> ALL =
      List.of(
          way("new InitialDirContext(Hashtable)", List.of(CONTEXT), place -> directory()::close),
          way(
              "new InitialLdapContext(Hashtable, Control[])",
              List.of(CONTEXT),
              place -> new InitialLdapContext(environment(), null)::close),
          way(
              "InitialContext.lookup(String) of an ldap URL",
              List.of(CONTEXT),
              place -> {
                Object found = new InitialContext().lookup(address() + "/cn=a");
                return ((Context) found)::close;
              }),
          way(
              "DirContext.lookup(String), its context closed",
              List.of(CONTEXT),
              place -> {
                DirContext context = directory();
                Context found = (Context) context.lookup("cn=a");
                context.close();
                return found::close;
              }),
          way(
              "DirContext.search(...), neither closed",
              List.of(CONTEXT, ENUMERATION),
              place -> {
                DirContext context = directory();
                NamingEnumeration<SearchResult> found = search(context);
                return () -> {
                  found.close();
                  context.close();
                };
              }),
          way(
              "DirContext.search(...), its context closed",
              List.of(ENUMERATION),
              place -> {
                DirContext context = directory();
                NamingEnumeration<SearchResult> found = search(context);
                context.close();
                return found::close;
              }),
          way(
              "DirContext.listBindings(String), its context closed",
              List.of(ENUMERATION),
              place -> {
                DirContext context = directory();
                NamingEnumeration<?> found = context.listBindings("");
                context.close();
                return found::close;
              }),
          way(
                  "DirContext.search(...), read to its end, its context closed",
                  List.of(ENUMERATION),
                  place -> {
                    DirContext context = directory();
                    NamingEnumeration<SearchResult> found = search(context);
                    while (found.hasMore()) {
                      found.next();
                    }
                    context.close();
                    return Way.nothingOpen(found);
                  })
              .resources(0),
          way(
                  "new InitialDirContext(Hashtable), no server",
                  List.of(CONTEXT),
                  place -> {
                    Hashtable<String, String> nowhere = environment();
                    nowhere.put(Context.PROVIDER_URL, "ldap://127.0.0.1:1");
                    try {
                      throw new AssertionError(new InitialDirContext(nowhere));
                    } catch (NamingException expected) {
                      return Way.nothingOpen(expected);
                    }
                  })
              .resources(0));

  @Override
  public List<Way> all() {
    return ALL;
  }

  /**
   * Creates a way whose descriptors are unpredictable, because a thread of the JDK reads from the
   * connection and closes its descriptor a little later.
   */
  private static Way way(String code, List<String> types, Way.Opening opening) {
    return Way.way(code, types.get(0), opening).types(types).resources(types.size()).unsettled();
  }

  private static DirContext directory() throws NamingException {
    return new InitialDirContext(environment());
  }

  private static NamingEnumeration<SearchResult> search(DirContext context) throws NamingException {
    return context.search("", "(objectClass=*)", new SearchControls());
  }

  private static Hashtable<String, String> environment() {
    Hashtable<String, String> environment = new Hashtable<>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.ldap.LdapCtxFactory");
    environment.put(Context.PROVIDER_URL, address());
    return environment;
  }

  private static String address() {
    return System.getProperty(LoopbackDirectory.PROPERTY);
  }
}
