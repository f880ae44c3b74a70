/**
 * Code shared by the programs of the reliability tests: the tracked classes and their rules, the
 * time of the longest operation, and the output that the test reads.
 *
 * <p>Runs inside the JVM that a test starts, so nothing here uses a library. Tests use only {@link
 * io.ttalloc.it.reliability.program.Things#RULES} and the numbers of the witnesses.
 */
@NullMarked
package io.ttalloc.it.reliability.program;

import org.jspecify.annotations.NullMarked;
