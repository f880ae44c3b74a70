/**
 * Selects what the ledger and reports show of the command line that started the process: by default
 * nothing that could contain a secret.
 *
 * <p>Used once by the agent's start, on whichever thread loads the first class that matches;
 * therefore without regular expressions. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.command;

import org.jspecify.annotations.NullMarked;
