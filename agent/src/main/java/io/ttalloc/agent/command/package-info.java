/**
 * What ledger and reports show of the command line that started the process: by default nothing
 * that could hold a secret.
 *
 * <p>Used by the agent's start, once, on whichever thread loads the first class that matches; so no
 * regular expressions. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.command;

import org.jspecify.annotations.NullMarked;
