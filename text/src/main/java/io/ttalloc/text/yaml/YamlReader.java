package io.ttalloc.text.yaml;

import io.ttalloc.text.Wording;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.Event.ID;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;

/**
 * Turns YAML text into a {@link YamlNode}.
 *
 * <p>Builds the tree from the parser's events, without the library's composer, which recurses as
 * deeply as the input is nested and follows aliases. Here the nesting is bounded; aliases and tags,
 * which no file needs, are rejected. Not thread-safe; use one reader per text.
 */
final class YamlReader {

  /** The maximum depth of nesting; a valid file has at most 5 levels. */
  private static final int DEEPEST = 16;

  private final String file;
  private final YamlKind kind;
  private final Iterator<Event> events;

  private YamlReader(String file, String yaml, YamlKind kind) {
    this.file = file;
    this.kind = kind;
    LoadSettings settings =
        LoadSettings.builder().setLabel(file).setCodePointLimit(YamlFile.MAX_BYTES).build();
    this.events = new Parse(settings).parseString(yaml).iterator();
  }

  /** Thrown if the text is not a file of the expected kind; contains the reason. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    final transient Problem problem;

    Refused(Position position, String found, String expected) {
      super(found, null, false, false);
      problem = new Problem(position, found, expected, Problem.FILE_IGNORED);
    }
  }

  /** Reads a text that must consist of a single document. */
  static YamlNode read(String file, String yaml, YamlKind kind) throws Refused {
    try {
      return new YamlReader(file, yaml, kind).document();
    } catch (MarkedYamlEngineException e) {
      throw refusedBySyntax(file, yaml, e);
    } catch (ReaderException e) {
      throw new Refused(
          positionOf(file, yaml, e.getPosition()),
          String.format("the character U+%04X", e.getCodePoint()),
          "printable text in UTF-8");
    } catch (RuntimeException e) { // the parser's own limits and, possibly, its bugs
      throw new Refused(
          Position.wholeFile(file),
          "text that the YAML parser rejects (" + Wording.visible(String.valueOf(e), 200) + ")",
          "YAML");
    }
  }

  private YamlNode document() throws Refused {
    Event event = nextOf(ID.StreamStart, ID.DocumentStart);
    if (event.getEventId() == ID.StreamEnd) {
      throw new Refused(
          Position.wholeFile(file), "an empty file", "a " + kind.name() + ", " + kind.start());
    }
    YamlNode root = node(event, 0);
    event = nextOf(ID.DocumentEnd);
    if (event.getEventId() != ID.StreamEnd) {
      throw new Refused(position(event), "a second document", "one document per " + kind.name());
    }
    return root;
  }

  /** Returns the next event, skipping at most one event of each given kind, in the given order. */
  private Event nextOf(ID... skipped) {
    Event event = events.next();
    for (ID id : skipped) {
      if (event.getEventId() == id) {
        event = events.next();
      }
    }
    return event;
  }

  private YamlNode node(Event event, int depth) throws Refused {
    Position position = position(event);
    if (event instanceof AliasEvent alias) {
      throw new Refused(
          position,
          "the alias " + Wording.quote("*" + alias.getAlias()),
          "the value itself: " + kind.name() + "s cannot contain aliases");
    }
    if (event instanceof ScalarEvent scalar) {
      refuseTag(scalar.getTag(), position);
      return new YamlNode.Text(scalar.getValue(), !scalar.isPlain(), position);
    }
    if (depth == DEEPEST) {
      throw new Refused(
          position,
          "more than " + DEEPEST + " levels of nesting",
          "a " + kind.name() + ", which has at most 5 levels");
    }
    if (event instanceof CollectionStartEvent start) {
      refuseTag(start.getTag(), position);
    }
    return event.getEventId() == ID.SequenceStart
        ? items(position, depth)
        : entries(position, depth);
  }

  private YamlNode items(Position position, int depth) throws Refused {
    List<YamlNode> items = new ArrayList<>();
    for (Event event = events.next(); event.getEventId() != ID.SequenceEnd; event = events.next()) {
      items.add(node(event, depth + 1));
    }
    return new YamlNode.Items(items, position);
  }

  private YamlNode entries(Position position, int depth) throws Refused {
    List<YamlNode.Entry> entries = new ArrayList<>();
    for (Event event = events.next(); event.getEventId() != ID.MappingEnd; event = events.next()) {
      YamlNode key = node(event, depth + 1);
      if (!(key instanceof YamlNode.Text text)) {
        throw new Refused(key.position(), key.describe() + " as a key", "a name");
      }
      entries.add(new YamlNode.Entry(text, node(events.next(), depth + 1)));
    }
    return new YamlNode.Entries(entries, position);
  }

  private void refuseTag(Optional<String> tag, Position position) throws Refused {
    if (tag.isPresent()) {
      throw new Refused(
          position,
          "the tag " + Wording.quote(tag.get()),
          "no tag: " + kind.name() + "s cannot contain tags");
    }
  }

  private Position position(Event event) {
    return event.getStartMark().map(mark -> position(file, mark)).orElse(Position.wholeFile(file));
  }

  private static Position position(String file, Mark mark) {
    return new Position(file, mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static Refused refusedBySyntax(String file, String yaml, MarkedYamlEngineException e) {
    Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
    Position position = mark.map(m -> position(file, m)).orElse(Position.wholeFile(file));
    if (mark.isPresent() && isAfterTab(yaml, position.line())) {
      return new Refused(position, "a tab in the indentation", "spaces");
    }
    String problem = e.getProblem() == null ? "" : e.getProblem();
    String context = e.getContext() == null ? "" : e.getContext() + ": ";
    return new Refused(
        position,
        "text that is not YAML (" + Wording.visible(context + problem, 200) + ")",
        "YAML");
  }

  /** Whether the leading whitespace of the given line (1-based) contains a tab. */
  private static boolean isAfterTab(String yaml, int line) {
    int at = 0;
    for (int i = 1; i < line && at >= 0; i++) {
      at = yaml.indexOf('\n', at) + 1;
    }
    while (at < yaml.length() && yaml.charAt(at) == ' ') {
      at++;
    }
    return at < yaml.length() && yaml.charAt(at) == '\t';
  }

  private static Position positionOf(String file, String yaml, int index) {
    int line = 1;
    int lineStart = 0;
    int end = Math.min(index, yaml.length());
    for (int i = 0; i < end; i++) {
      if (yaml.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return new Position(file, line, yaml.codePointCount(lineStart, end) + 1);
  }
}
