package io.ttalloc.it.html;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The few commands of the DevTools protocol that tests need, over a WebSocket. Answers arrive on a
 * thread of the HTTP client; calls must come from one thread.
 */
final class DevTools implements WebSocket.Listener {
  private static final long PATIENCE_SECONDS = 100;
  private static final Set<String> LOUD = Set.of("error", "warning", "assert");

  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonObject>> asked = new ConcurrentHashMap<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final StringBuilder partial = new StringBuilder();
  private @Nullable WebSocket socket;
  private volatile @Nullable String session;
  private String target = "";

  private DevTools() {}

  /** Connects to a browser that has just been started. */
  static DevTools connect(Process browser, Path profile) throws Exception {
    DevTools tools = new DevTools();
    tools.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(address(browser, profile), tools)
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return tools;
  }

  /** Opens a blank page, to which all later calls go, and forgets the events of earlier pages. */
  void openPage() throws Exception {
    session = null;
    JsonObject blank = new JsonObject();
    blank.addProperty("url", "about:blank");
    String page = call("Target.createTarget", blank).get("targetId").getAsString();
    if (!target.isEmpty()) {
      call("Target.closeTarget", target(target));
    }
    target = page;
    complaints.clear();
    requests.clear();
    JsonObject attach = target(page);
    attach.addProperty("flatten", true);
    session = call("Target.attachToTarget", attach).get("sessionId").getAsString();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", new JsonObject());
    }
  }

  private static JsonObject target(String id) {
    JsonObject parameters = new JsonObject();
    parameters.addProperty("targetId", id);
    return parameters;
  }

  /** The browser writes its port and path to its profile when it starts listening. */
  private static URI address(Process browser, Path profile) throws Exception {
    Path file = profile.resolve("DevToolsActivePort");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < deadline && browser.isAlive()) {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      if (lines.size() > 1) {
        return URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
      }
      browser.waitFor(20, TimeUnit.MILLISECONDS);
    }
    throw new AssertionError(
        "the browser does not listen: " + Files.readString(profile.resolve("output.txt")));
  }

  /** Sends a command and waits for its result. */
  JsonObject call(String method, JsonObject parameters) throws Exception {
    WebSocket to = socket;
    if (to == null) {
      throw new IllegalStateException("not connected");
    }
    int id = lastId.incrementAndGet();
    JsonObject message = new JsonObject();
    message.addProperty("id", id);
    message.addProperty("method", method);
    message.add("params", parameters);
    if (session != null) {
      message.addProperty("sessionId", session);
    }
    CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    asked.put(id, answer);
    to.sendText(message.toString(), true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    JsonObject said = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (said.has("error")) {
      throw new AssertionError(method + ": " + said.get("error"));
    }
    return said.getAsJsonObject("result");
  }

  List<String> complaints() {
    return complaints;
  }

  List<String> requests() {
    return requests;
  }

  void close() {
    WebSocket open = socket;
    if (open != null) {
      open.abort();
    }
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
    partial.append(text);
    if (last) {
      JsonObject message = JsonParser.parseString(partial.toString()).getAsJsonObject();
      partial.setLength(0);
      if (message.has("id")) {
        CompletableFuture<JsonObject> answer = asked.remove(message.get("id").getAsInt());
        if (answer != null) {
          answer.complete(message);
        }
      } else if (message.has("sessionId")
          && message.get("sessionId").getAsString().equals(session)) {
        event(message.get("method").getAsString(), message.getAsJsonObject("params"));
      }
    }
    from.request(1);
    return null;
  }

  private void event(String method, JsonObject said) {
    switch (method) {
      case "Runtime.exceptionThrown", "Page.javascriptDialogOpening" ->
          complaints.add(method + " " + said);
      case "Runtime.consoleAPICalled" -> {
        if (LOUD.contains(said.get("type").getAsString())) {
          complaints.add(method + " " + said);
        }
      }
      case "Log.entryAdded" -> complaints.add(method + " " + said);
      case "Network.requestWillBeSent" ->
          requests.add(said.getAsJsonObject("request").get("url").getAsString());
      default -> {}
    }
  }
}
