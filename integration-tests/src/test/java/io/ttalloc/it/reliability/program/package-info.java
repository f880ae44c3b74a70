/**
 * Code that the programs of the reliability tests share: the classes that they open and close, the
 * rules that track these, the time of the longest operation, and the output that the test reads.
 *
 * <p>Runs inside the JVM that a test starts, so nothing here uses a library. Tests use only {@link
 * io.ttalloc.it.reliability.program.Things#RULES} and the numbers of the witnesses.
 */
@NullMarked
package io.ttalloc.it.reliability.program;

import org.jspecify.annotations.NullMarked;
