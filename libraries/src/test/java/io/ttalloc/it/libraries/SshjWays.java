package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import net.schmizz.sshj.SSHClient;
import net.schmizz.sshj.connection.channel.direct.Session;
import net.schmizz.sshj.transport.verification.PromiscuousVerifier;

/** Ways to open resources of sshj. */
public final class SshjWays implements Ways {
  private static final List<Way> ALL =
      List.of(
          way(
              "sshj: SSHClient.connect(String, int)",
              1,
              place -> {
                SSHClient client = client();
                client.connect(SshServers.HOST, SshServers.PORT);
                return client;
              }),
          way(
              "sshj: SSHClient.connect(InetAddress, int), to disconnect",
              1,
              place -> {
                SSHClient client = client();
                client.connect(InetAddress.getByName(SshServers.HOST), SshServers.PORT);
                return client::disconnect;
              }),
          way(
              "sshj: SSHClient.startSession(), with a command",
              2,
              place -> {
                SSHClient client = authenticated();
                Session.Command unused = client.startSession().exec("wait");
                return client;
              }),
          way(
              "sshj: Session.close(), the client left open",
              1,
              place -> {
                SSHClient client = authenticated();
                client.startSession().close();
                return client;
              }),
          way(
              "sshj: SSHClient.connect(String, int) that is refused",
              0,
              place -> {
                try (SSHClient client = client()) {
                  Way.fails(() -> client.connect(SshServers.HOST, 1));
                  return Way.nothingOpen(client);
                }
              }),
          way("sshj: new SSHClient()", 0, place -> client()));

  @Override
  public List<Way> all() {
    return ALL;
  }

  /** A way that opens a client, and possibly a channel of it. */
  private static Way way(String code, int resources, Opening opening) {
    Way way = Way.way(code, "ssh client", opening).resources(resources);
    return resources < 2 ? way : way.types(List.of("ssh client", "ssh channel"));
  }

  private static SSHClient client() {
    SSHClient client = new SSHClient();
    client.addHostKeyVerifier(new PromiscuousVerifier());
    return client;
  }

  private static SSHClient authenticated() throws IOException {
    SSHClient client = client();
    client.connect(SshServers.HOST, SshServers.PORT);
    client.authPassword(SshServers.USER, SshServers.PASSWORD);
    return client;
  }
}
