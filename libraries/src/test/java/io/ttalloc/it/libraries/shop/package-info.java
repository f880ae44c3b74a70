/**
 * A web application of Spring Boot with a pool of connections, as its documentation shows one. A
 * package of its own, since all classes of an application's package are its beans.
 */
@NullMarked
package io.ttalloc.it.libraries.shop;

import org.jspecify.annotations.NullMarked;
