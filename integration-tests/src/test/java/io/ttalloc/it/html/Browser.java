package io.ttalloc.it.html;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A headless Chromium with one page at a time. Not thread-safe. */
final class Browser {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");

  /** The time limit of each wait, in milliseconds. */
  private static final int PATIENCE_MILLIS = 100_000;

  private static final int MAX_TABS = 200;
  private static final Map<String, Integer> KEY_CODES =
      Map.of(
          "Tab",
          9,
          "Enter",
          13,
          "Escape",
          27,
          "ArrowLeft",
          37,
          "ArrowUp",
          38,
          "ArrowRight",
          39,
          "ArrowDown",
          40);

  private static @Nullable Browser shared;

  private final Process process;
  private final Path profile;
  private final DevTools tools;

  private Browser(Process process, Path profile, DevTools tools) {
    this.process = process;
    this.profile = profile;
    this.tools = tools;
  }

  /** Whether a browser is installed; if not, prints a line that says what is skipped. */
  static boolean isThere(String skipped) {
    boolean there = program().isPresent();
    if (!there) {
      System.out.println(skipped + ": no chromium on the PATH");
    }
    return there;
  }

  /**
   * The browser with which all tests of this JVM open their pages, since its start takes longer
   * than most pages. Without a browser, prints a line and skips the test.
   */
  static synchronized Browser shared(Class<?> test) throws Exception {
    boolean there = isThere(test.getSimpleName() + " is skipped");
    assumeTrue(there, "no chromium on the PATH");
    Browser browser = shared;
    if (browser == null || !browser.process.isAlive()) {
      Browser started = start(program().orElseThrow());
      Runtime.getRuntime().addShutdownHook(new Thread(started::end, "end-browser"));
      shared = started;
      browser = started;
    }
    return browser;
  }

  private static Optional<Path> program() {
    return NAMES.stream()
        .flatMap(
            name ->
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                    .map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Browser start(Path program) throws Exception {
    Path profile = Files.createTempDirectory("tt-alloc-browser");
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--hide-scrollbars",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("output.txt").toFile())
            .start();
    try {
      return new Browser(process, profile, DevTools.connect(process, profile));
    } catch (Exception e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** Opens a blank page that shares no state with earlier pages. */
  void newPage() throws Exception {
    tools.openPage();
  }

  /** Opens a file in the page and waits until its script has finished. */
  void open(Path page, int width, int height, boolean dark) throws Exception {
    window(width, height, dark);
    open(page.toUri());
  }

  /** Opens a page and waits until it is loaded. */
  void open(URI page) throws Exception {
    navigate(page);
    await("document.documentElement.dataset.ready === 'true'");
  }

  /** Opens a page. */
  void navigate(URI page) throws Exception {
    JsonObject where = new JsonObject();
    where.addProperty("url", page.toString());
    tools.call("Page.navigate", where);
  }

  /**
   * Evaluates an expression once the script of the page has finished, and keeps the value in {@code
   * window.atReady}. Applies to files that are opened after this call.
   */
  void keepWhenReady(String expression) throws Exception {
    JsonObject script = new JsonObject();
    script.addProperty(
        "source",
        "new MutationObserver(() => { window.atReady = "
            + expression
            + "; }).observe(document, { subtree: true, attributeFilter: ['data-ready'] });");
    tools.call("Page.addScriptToEvaluateOnNewDocument", script);
  }

  /** Sets the size of the page and the preferred color scheme. */
  void window(int width, int height, boolean dark) throws Exception {
    JsonObject metrics = new JsonObject();
    metrics.addProperty("width", width);
    metrics.addProperty("height", height);
    metrics.addProperty("deviceScaleFactor", 1);
    metrics.addProperty("mobile", false);
    tools.call("Emulation.setDeviceMetricsOverride", metrics);
    JsonObject feature = new JsonObject();
    feature.addProperty("name", "prefers-color-scheme");
    feature.addProperty("value", dark ? "dark" : "light");
    JsonArray features = new JsonArray();
    features.add(feature);
    JsonObject media = new JsonObject();
    media.add("features", features);
    tools.call("Emulation.setEmulatedMedia", media);
  }

  /** The value of a JavaScript expression. */
  @Nullable JsonElement evaluate(String expression) throws Exception {
    JsonObject parameters = new JsonObject();
    parameters.addProperty("expression", expression);
    parameters.addProperty("returnByValue", true);
    parameters.addProperty("awaitPromise", true);
    JsonObject result = tools.call("Runtime.evaluate", parameters);
    if (result.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + result.get("exceptionDetails"));
    }
    return result.getAsJsonObject("result").get("value");
  }

  /** The text of the first element that matches a selector. */
  String text(String selector) throws Exception {
    JsonElement text =
        evaluate("document.querySelector(%s).textContent".formatted(quoted(selector)));
    return text == null ? "" : text.getAsString();
  }

  /** Waits until a condition holds. */
  void await(String condition) throws Exception {
    evaluate(
        """
        new Promise((resolve, reject) => {
          const end = performance.now() + %d;
          const look = () => {
            let holds = false;
            try { holds = %s; } catch (early) { holds = false; }
            if (holds) resolve(true);
            else if (performance.now() > end) reject(new Error('never came true'));
            else setTimeout(look, 20);
          };
          look();
        })\
        """
            .formatted(PATIENCE_MILLIS, condition));
  }

  /** Clicks the middle of the first element that matches a selector. */
  void click(String selector) throws Exception {
    clickOn("document.querySelector(%s)".formatted(quoted(selector)));
  }

  /** Clicks the middle of the element that an expression returns, once it has stopped moving. */
  void clickOn(String element) throws Exception {
    JsonElement at =
        evaluate(
            """
            (async () => {
              const node = %s;
              let before = { left: NaN };
              for (;;) {
                node.scrollIntoView({ block: 'center', behavior: 'instant' });
                const box = node.getBoundingClientRect();
                if (box.left === before.left && box.top === before.top) {
                  return [box.left + box.width / 2, box.top + box.height / 2];
                }
                before = box;
                await new Promise(requestAnimationFrame);
              }
            })()\
            """
                .formatted(element));
    JsonArray point = at == null ? new JsonArray() : at.getAsJsonArray();
    for (String type : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
      JsonObject mouse = new JsonObject();
      mouse.addProperty("type", type);
      mouse.add("x", point.get(0));
      mouse.add("y", point.get(1));
      mouse.addProperty("button", type.equals("mouseMoved") ? "none" : "left");
      mouse.addProperty("clickCount", 1);
      tools.call("Input.dispatchMouseEvent", mouse);
    }
  }

  /** Types into the focused element. */
  void type(String text) throws Exception {
    JsonObject typed = new JsonObject();
    typed.addProperty("text", text);
    tools.call("Input.insertText", typed);
  }

  /** Presses and releases a key that types nothing: Tab, Enter, Escape or an arrow. */
  void press(String key) throws Exception {
    for (String type : List.of("keyDown", "keyUp")) {
      JsonObject pressed = new JsonObject();
      pressed.addProperty("type", type);
      pressed.addProperty("key", key);
      pressed.addProperty("code", key);
      pressed.addProperty("windowsVirtualKeyCode", KEY_CODES.get(key));
      if (key.equals("Enter")) {
        pressed.addProperty("text", "\r");
      }
      tools.call("Input.dispatchKeyEvent", pressed);
    }
  }

  /** Presses Tab until an element that matches a selector has the focus. */
  void tabTo(String selector) throws Exception {
    for (int i = 0; i < MAX_TABS; i++) {
      press("Tab");
      JsonElement there =
          evaluate("document.activeElement.matches(%s)".formatted(quoted(selector)));
      if (there != null && there.getAsBoolean()) {
        return;
      }
    }
    throw new AssertionError("Tab does not reach " + selector);
  }

  /** Takes a screenshot of the page, as PNG. */
  byte[] screenshot() throws Exception {
    JsonObject result = tools.call("Page.captureScreenshot", new JsonObject());
    return Base64.getDecoder().decode(result.get("data").getAsString());
  }

  /** Errors and warnings that the page or the browser has logged. */
  List<String> complaints() {
    return new ArrayList<>(tools.complaints());
  }

  /** The addresses of all requests, including the page itself. */
  List<String> requests() {
    return new ArrayList<>(tools.requests());
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  /** Leaves the page, which ends its script. */
  void leave() throws Exception {
    navigate(URI.create("about:blank"));
  }

  private void end() {
    tools.close();
    // The browser's child processes outlive the browser for a moment, and write to the profile
    // until they end.
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
    process.destroyForcibly().onExit().join();
    for (ProcessHandle child : children) {
      child.destroyForcibly();
      child.onExit().join();
    }
    try (Stream<Path> files = Files.walk(profile)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      System.out.println("the profile of the browser remains: " + e);
    }
  }
}
