/**
 * The agent: it reads options and rules, defines the probe in the boot loader, weaves classes, and
 * registers the dump at exit.
 *
 * <p>Data flows from options to rules, boot, weave and exit. The agent runs on the thread that
 * starts the application, and again at exit. Its classes are loaded by a class loader of their own,
 * which the entry class in the application loader creates. If anything fails here, one line is
 * printed on stderr, and the application keeps running.
 */
@NullMarked
package io.ttalloc.agent;

import org.jspecify.annotations.NullMarked;
