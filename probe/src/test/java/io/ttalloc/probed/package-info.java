/**
 * Code that plays the part of the application in tests of stacks. The probe omits frames of package
 * {@code io.ttalloc.probe} from captured stacks, so the tests in that package do not appear in
 * captured stacks. Calls the hooks like woven code. Used only by tests, on any thread.
 */
@NullMarked
package io.ttalloc.probed;

import org.jspecify.annotations.NullMarked;
