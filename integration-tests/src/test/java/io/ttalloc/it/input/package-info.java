/**
 * Bad input of every kind: options, folders, rule files, ledgers. Each is reported in one line that
 * says what is wrong, where, what was expected and what happens now. The application continues.
 */
@NullMarked
package io.ttalloc.it.input;

import org.jspecify.annotations.NullMarked;
