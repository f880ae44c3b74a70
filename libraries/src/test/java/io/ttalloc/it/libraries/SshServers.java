package io.ttalloc.it.libraries;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;

/** An SSH server that accepts every password. It runs until the program ends. */
final class SshServers {
  static final String HOST = "127.0.0.1";
  static final String USER = "user";
  static final String PASSWORD = "password";
  static final int PORT = start();

  private SshServers() {}

  private static int start() {
    SshServer server = SshServer.setUpDefaultServer();
    server.setHost(HOST);
    server.setKeyPairProvider(new SimpleGeneratorHostKeyProvider());
    server.setPasswordAuthenticator((user, password, session) -> password.equals(PASSWORD));
    server.setCommandFactory((channel, command) -> new Waits());
    try {
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return server.getPort();
  }

  /** A command that runs until its channel is closed. */
  private static final class Waits implements Command {
    @Override
    public void setInputStream(InputStream in) {}

    @Override
    public void setOutputStream(OutputStream out) {}

    @Override
    public void setErrorStream(OutputStream err) {}

    @Override
    public void setExitCallback(ExitCallback exit) {}

    @Override
    public void start(ChannelSession channel, Environment environment) {}

    @Override
    public void destroy(ChannelSession channel) {}
  }
}
