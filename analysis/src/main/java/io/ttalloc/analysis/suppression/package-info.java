/**
 * What a team has decided to live with: entries of a file that take findings out of the leaks, each
 * with a reason and within its budget.
 *
 * <p>Pure: whoever calls reads the file and says which day it is. Used by the exit dump and the
 * monitor, from any thread; loaded by whichever loader has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.suppression;

import org.jspecify.annotations.NullMarked;
