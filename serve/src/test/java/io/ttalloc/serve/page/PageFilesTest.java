package io.ttalloc.serve.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PageFilesTest {
  private static final Pattern REFERENCE = Pattern.compile("(?:href|src)=\"(page/[^\"]*)\"");

  @Test
  void browsersMayDoNothingElseForThePage() {
    assertThat(PageFiles.POLICY)
        .startsWith("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-")
        .contains("form-action 'none'", "frame-ancestors 'none'", "trusted-types 'none'")
        .doesNotContain("unsafe", "http", "data:", "*");
  }

  @Test
  void everythingThatThePageRefersToIsThere() throws IOException {
    PageFiles files = PageFiles.load(false);
    PageFile page = files.at("/");
    assertThat(page).isNotNull();
    Matcher references = REFERENCE.matcher(page.text());
    int count = 0;
    while (references.find()) {
      assertThat(files.paths()).contains("/" + references.group(1));
      count++;
    }
    assertThat(count).isEqualTo(4);
    assertThat(page.text()).doesNotContain("{{", "//", "style=", "onclick");
    assertThat(files.at("/page/nothing")).isNull();
  }

  @Test
  void thePageKnowsWhetherATokenIsNeeded() throws IOException {
    assertThat(text(true, "/")).contains("data-token=\"needed\"");
    assertThat(text(false, "/")).contains("data-token=\"none\"");
  }

  /** Text from the application may only be inserted as text nodes. */
  @Test
  void noScriptOfThisProjectWritesMarkup() throws IOException {
    String script = text(false, "/page/monitor.js");
    String ourScript = script.substring(script.indexOf("'use strict';\n//"));
    assertThat(ourScript)
        .contains("function showReport(data, place)", "function machineView()")
        .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(");
  }

  @Test
  void theLicencesOfTheLibrariesAreThere() throws IOException {
    assertThat(text(false, "/page/licences.txt"))
        .contains("Mike Bostock", "Martin Spier", "Leon Sorokin");
  }

  private static String text(boolean tokenNeeded, String path) throws IOException {
    PageFile file = PageFiles.load(tokenNeeded).at(path);
    assertThat(file).isNotNull();
    return file.text();
  }
}
