/**
 * Tests of the archive for users, unpacked into a folder whose name contains a blank, and used in
 * an environment that has Java and nothing else.
 */
@NullMarked
package io.ttalloc.it.installed;

import org.jspecify.annotations.NullMarked;
