package io.ttalloc.it.libraries;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.util.List;

/** Ways to open resources of JSch. */
public final class JschWays implements Ways {
  private static final int TIME_LIMIT_MS = 20_000;

  private static final List<Way> ALL =
      List.of(
          way("JSch: Session.connect()", 1, place -> connected(0)::disconnect),
          way("JSch: Session.connect(int)", 1, place -> connected(TIME_LIMIT_MS)::disconnect),
          way(
              "JSch: Channel.connect() of a command",
              2,
              place -> {
                Session session = connected(0);
                command(session);
                return session::disconnect;
              }),
          way(
              "JSch: Channel.disconnect(), the session left open",
              1,
              place -> {
                Session session = connected(0);
                command(session).disconnect();
                return session::disconnect;
              }),
          way(
              "JSch: Session.connect() that is refused",
              0,
              place -> {
                Session session = new JSch().getSession(SshServers.USER, SshServers.HOST, 1);
                return refused(session);
              }),
          way(
              "JSch: Session.connect() with a wrong password",
              0,
              place -> {
                Session session = session();
                session.setPassword("wrong");
                return refused(session);
              }),
          way(
              "JSch: JSch.getSession(String, String, int)",
              0,
              place -> {
                Session session = session();
                return session::disconnect;
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  /** A way that opens a session, and possibly a channel in it. */
  private static Way way(String code, int resources, Opening opening) {
    Way way = Way.way(code, "ssh session", opening).resources(resources);
    return resources < 2 ? way : way.types(List.of("ssh session", "ssh channel"));
  }

  private static Session session() throws JSchException {
    Session session = new JSch().getSession(SshServers.USER, SshServers.HOST, SshServers.PORT);
    session.setPassword(SshServers.PASSWORD);
    session.setConfig("StrictHostKeyChecking", "no");
    return session;
  }

  private static Session connected(int timeLimit) throws JSchException {
    Session session = session();
    session.connect(timeLimit);
    return session;
  }

  private static ChannelExec command(Session session) throws JSchException {
    ChannelExec channel = (ChannelExec) session.openChannel("exec");
    channel.setCommand("wait");
    channel.connect();
    return channel;
  }

  private static AutoCloseable refused(Session session) {
    try {
      session.connect();
    } catch (JSchException expected) {
      return Way.nothingOpen(session);
    }
    throw new AssertionError("connected");
  }
}
