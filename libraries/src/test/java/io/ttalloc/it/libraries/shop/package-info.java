/**
 * A Spring Boot web application with a connection pool, as in the documentation of Spring Boot. It
 * is in a separate package, because all classes in an application's package are candidates for
 * beans.
 */
@NullMarked
package io.ttalloc.it.libraries.shop;

import org.jspecify.annotations.NullMarked;
