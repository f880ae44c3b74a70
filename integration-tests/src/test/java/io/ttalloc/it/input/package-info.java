/**
 * Bad input of every kind: options, folders, rule files, ledgers. Each is answered by one line that
 * says what, where, what was expected and what happens now; and the application runs on.
 */
@NullMarked
package io.ttalloc.it.input;

import org.jspecify.annotations.NullMarked;
