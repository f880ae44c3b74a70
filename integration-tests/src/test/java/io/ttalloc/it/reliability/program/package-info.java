/**
 * What the programs of the reliability tests share: the classes that they open and close with the
 * rules by which these are tracked, what an operation took at most, and how they tell the test.
 *
 * <p>Runs inside the JVM that a test starts, so nothing here uses a library. Tests use only {@link
 * io.ttalloc.it.reliability.program.Things#RULES} and the numbers of the witnesses.
 */
@NullMarked
package io.ttalloc.it.reliability.program;

import org.jspecify.annotations.NullMarked;
