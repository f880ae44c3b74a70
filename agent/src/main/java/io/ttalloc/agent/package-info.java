/**
 * The agent: it reads options and rules, defines the probe in the boot loader, weaves classes, and
 * registers the dump at exit.
 *
 * <p>Data flows from options to rules, boot, weave and exit. Runs once, on the thread that starts
 * the application, and again at exit; loaded by a class loader of its own, which the application's
 * makes. Whatever goes wrong here ends in one line on stderr and an application that runs on.
 */
@NullMarked
package io.ttalloc.agent;

import org.jspecify.annotations.NullMarked;
