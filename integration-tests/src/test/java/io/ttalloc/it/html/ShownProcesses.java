package io.ttalloc.it.html;

import com.google.gson.Gson;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;

/** The table of processes on the page of a monitor, in a browser. Not thread-safe. */
public final class ShownProcesses implements AutoCloseable {
  private static final String ROWS =
      """
      JSON.stringify(Object.fromEntries([...document.querySelectorAll('tr[data-pid]')]
          .sort((one, two) => one.dataset.pid < two.dataset.pid ? -1 : 1)
          .map((row) => ['pid ' + row.dataset.pid, ['td.state', 'td.live', 'td.bytes', 'td.leaks']
              .map((cell) => row.querySelector(cell).textContent).join(', ')])))""";

  private final Browser browser;

  private ShownProcesses(Browser browser) {
    this.browser = browser;
  }

  /** Whether a browser is installed; if not, prints a line that says what is skipped. */
  public static boolean canBeSeen(Class<?> test) {
    return Browser.isThere(test.getSimpleName() + " skips the page");
  }

  /** Opens the page of the monitor at an address. */
  public static ShownProcesses at(URI monitor) throws Exception {
    Browser browser = Browser.shared(ShownProcesses.class);
    browser.newPage();
    browser.window(1_280, 900, false);
    browser.open(monitor);
    return new ShownProcesses(browser);
  }

  /**
   * Waits until the table has exactly these rows.
   *
   * @param rows state, open resources, bytes and leaks by process id, for example {@code killed,
   *     94, 5.9 KiB, 1}
   */
  public void await(Map<Long, String> rows) throws Exception {
    Map<String, String> expected = new TreeMap<>();
    rows.forEach((pid, row) -> expected.put("pid " + pid, row));
    String json = new Gson().toJson(expected);
    try {
      browser.await("%s === %s".formatted(ROWS, new Gson().toJson(json)));
    } catch (AssertionError e) {
      throw new AssertionError(browser.evaluate(ROWS) + ", expected " + json, e);
    }
  }

  @Override
  public void close() throws Exception {
    browser.leave();
  }
}
