/**
 * A web application of Spring Boot with a connection pool, as in its documentation. In a separate
 * package, since all classes of an application's package are candidates for beans.
 */
@NullMarked
package io.ttalloc.it.libraries.shop;

import org.jspecify.annotations.NullMarked;
