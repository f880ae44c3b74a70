/**
 * The agent: it reads options and rules, puts the probe into the boot loader, weaves, and arranges
 * for the dump at exit.
 *
 * <p>Data flows options, rules, boot, weave, exit. Runs once, on the thread that starts the
 * application, and again at exit; loaded by the application's class loader. Whatever goes wrong
 * here ends in one line on stderr and an application that runs on.
 */
@NullMarked
package io.ttalloc.agent;

import org.jspecify.annotations.NullMarked;
