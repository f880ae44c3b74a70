/**
 * Programs that endlessly open, name and drop resources, with a small heap. The memory that the
 * agent and the ledger use for them must be bounded.
 *
 * <p>Every build runs a short form on one JDK. The profile {@code reliability} runs a long one, and
 * the short form on the other JDKs.
 */
@NullMarked
package io.ttalloc.it.reliability.bounded;

import org.jspecify.annotations.NullMarked;
