package io.ttalloc.it.libraries;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.io.IOException;
import java.util.List;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ClientChannel;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.Closeable;

/** Ways to open resources of the Apache MINA SSHD client. */
public final class MinaSshdWays implements Ways {
  private static final int TIME_LIMIT_S = 20;

  private static final List<Way> ALL =
      List.of(
          way("SSHD: SshClient.start()", List.of("ssh client"), place -> closing(started())),
          way("SSHD: SshClient.start(), to stop", List.of("ssh client"), place -> started()::stop),
          way(
              "SSHD: SshClient.connect(...).verify(...).getSession()",
              List.of("ssh session"),
              place -> closing(session(Shared.CLIENT))),
          way(
              "SSHD: ClientSession.createExecChannel(String), opened",
              List.of("ssh channel", "ssh session"),
              place -> {
                ClientSession session = session(Shared.CLIENT);
                command(session);
                return closing(session);
              }),
          way(
              "SSHD: ClientChannel.close(boolean), the session left open",
              List.of("ssh session"),
              place -> {
                ClientSession session = session(Shared.CLIENT);
                closing(command(session)).close();
                return closing(session);
              }),
          way(
              "SSHD: a session whose client was stopped",
              List.of(),
              place -> {
                SshClient client = started();
                ClientSession session = session(client);
                closing(client).close();
                return Way.nothingOpen(session);
              }),
          way(
              "SSHD: SshClient.connect(...) that is refused",
              List.of(),
              place -> {
                Way.fails(
                    () ->
                        Shared.CLIENT
                            .connect(SshServers.USER, SshServers.HOST, 1)
                            .verify(TIME_LIMIT_S, SECONDS));
                return Way.nothingOpen(Shared.CLIENT);
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, List<String> types, Opening opening) {
    if (types.isEmpty()) {
      return Way.way(code, "ssh session", opening).resources(0);
    }
    return Way.way(code, types.get(0), opening).types(types).resources(types.size());
  }

  private static SshClient started() {
    SshClient client = SshClient.setUpDefaultClient();
    client.setServerKeyVerifier((session, server, key) -> true);
    client.start();
    return client;
  }

  private static ClientSession session(SshClient client) throws IOException {
    ClientSession session =
        client
            .connect(SshServers.USER, SshServers.HOST, SshServers.PORT)
            .verify(TIME_LIMIT_S, SECONDS)
            .getSession();
    session.addPasswordIdentity(SshServers.PASSWORD);
    session.auth().verify(TIME_LIMIT_S, SECONDS);
    return session;
  }

  private static ClientChannel command(ClientSession session) throws IOException {
    ClientChannel channel = session.createExecChannel("wait");
    channel.open().verify(TIME_LIMIT_S, SECONDS);
    return channel;
  }

  private static AutoCloseable closing(Closeable opened) {
    return () -> {
      if (!opened.close(true).await(TIME_LIMIT_S, SECONDS)) {
        throw new AssertionError("does not end");
      }
    };
  }

  /** The client, which is created on first use and stays open until the program ends. */
  private static final class Shared {
    static final SshClient CLIENT = SshClient.setUpDefaultClient();

    static {
      CLIENT.setServerKeyVerifier((session, server, key) -> true);
      CLIENT.start();
    }
  }
}
