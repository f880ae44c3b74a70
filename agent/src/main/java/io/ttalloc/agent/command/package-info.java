/**
 * Selects the part of the process's command line that the ledger and reports show: by default
 * nothing that could contain a secret.
 *
 * <p>Used once by the agent's start, on whichever thread loads the first class that matches; this
 * package therefore uses no regular expressions. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.command;

import org.jspecify.annotations.NullMarked;
