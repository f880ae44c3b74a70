/**
 * Tests of the archive for users: unpacked into a folder with a blank in its name, and used from
 * there in an environment that has a Java and no more.
 */
@NullMarked
package io.ttalloc.it.installed;

import org.jspecify.annotations.NullMarked;
