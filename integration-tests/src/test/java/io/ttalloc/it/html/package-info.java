/**
 * The HTML report and the page of the monitor in a real browser: what a person clicks, searches and
 * reads.
 *
 * <p>{@link io.ttalloc.it.html.Browser} drives a headless Chromium through the DevTools protocol.
 * If Chromium is not installed, the tests are skipped with a line that says so.
 */
@NullMarked
package io.ttalloc.it.html;

import org.jspecify.annotations.NullMarked;
