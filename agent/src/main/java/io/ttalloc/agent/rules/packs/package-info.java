/**
 * The rule packs that ship inside the agent, compiled at build time.
 *
 * <p>{@link io.ttalloc.agent.rules.packs.CompiledPacks} reads them at start, without the YAML
 * parser and with as few classes as can be; it is for {@code premain} and the command line. {@link
 * io.ttalloc.agent.rules.packs.PackCompiler} writes them and is run by the build only. Stateless,
 * so safe on any thread. Loaded by the agent's own loader.
 *
 * <p>A pack is a file in this format, all numbers unsigned LEB128 ("varint") unless said otherwise:
 *
 * <pre>
 * magic      4 bytes   "TTRP"
 * version    1 byte    3; another version is refused, packs and agent are built together
 * strings    count, then that many texts as DataOutput.writeUTF
 * file       text      a text is an index into strings plus 1; 0 is null
 * name       text
 * about      text
 * rules      count, then each rule's components in the order of {@link io.ttalloc.agent.rules.Rule}
 * </pre>
 *
 * <p>A pattern or value is its text as {@code toString} gives it, then line and column; a flag is 0
 * or 1; a list is its count and its items.
 */
@NullMarked
package io.ttalloc.agent.rules.packs;

import org.jspecify.annotations.NullMarked;
