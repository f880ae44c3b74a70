package io.ttalloc.top;

import io.ttalloc.text.VisibleText;
import io.ttalloc.top.TopView.Panel;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessView;

/** Determines the effect of a key: a pure function of the view, the key and the displayed state. */
public final class TopNavigation {
  /** The maximum length of a mark's name, longer than anyone would type. */
  private static final int MAX_NAME_LENGTH = 200;

  private static final int FAR = 1_000_000;

  private final MachineState state;
  private final TopView view;
  private final int columns;
  private final int page;

  private TopNavigation(MachineState state, TopView view, int columns, int page) {
    this.state = state;
    this.view = view;
    this.columns = columns;
    this.page = page;
  }

  /**
   * Returns the effect of a key.
   *
   * @param columns the width of the screen
   * @param rows the height of the screen
   */
  public static TopStep press(TopKey key, TopView view, MachineState state, int columns, int rows) {
    int page = Math.max(1, rows - TopFrame.LINES_AROUND);
    TopNavigation navigation = new TopNavigation(state, view.saying(""), columns, page);
    return view.prompt() == null ? navigation.command(key) : navigation.typed(key, view.prompt());
  }

  /** Returns the effect of a key while the user is typing the name of a mark. */
  private TopStep typed(TopKey key, String name) {
    return switch (key.kind()) {
      case ESCAPE -> TopStep.to(view.asking(null));
      case BACKSPACE -> {
        int end = name.isEmpty() ? 0 : name.offsetByCodePoints(name.length(), -1);
        yield TopStep.to(view.asking(name.substring(0, end)));
      }
      case CHARACTER -> {
        boolean fits = name.length() < MAX_NAME_LENGTH && VisibleText.isVisible(key.codePoint());
        yield TopStep.to(view.asking(fits ? name + Character.toString(key.codePoint()) : name));
      }
      case ENTER -> {
        ProcessView process = TopRows.of(state, view).process();
        TopView answered = view.asking(null);
        yield process == null || name.isBlank()
            ? TopStep.to(answered)
            : new TopStep(answered, false, new TopStep.Mark(process, name));
      }
      default -> TopStep.to(view);
    };
  }

  private TopStep command(TopKey key) {
    return switch (key.kind()) {
      case UP -> TopStep.to(move(-1));
      case DOWN -> TopStep.to(move(1));
      case PAGE_UP -> TopStep.to(move(-page));
      case PAGE_DOWN -> TopStep.to(move(page));
      case HOME -> TopStep.to(move(-FAR));
      case END -> TopStep.to(move(FAR));
      case ENTER -> TopStep.to(enter());
      case ESCAPE, BACKSPACE -> TopStep.to(back());
      case TAB -> TopStep.to(otherList());
      case CHARACTER -> character(key.codePoint());
      case OTHER -> TopStep.to(view);
    };
  }

  private TopStep character(int codePoint) {
    return switch (codePoint) {
      case 'q' -> new TopStep(view, true, null);
      case 'k' -> TopStep.to(move(-1));
      case 'j' -> TopStep.to(move(1));
      case 'g' -> TopStep.to(move(-FAR));
      case 'G' -> TopStep.to(move(FAR));
      case '?', 'h' -> TopStep.to(view.on(view.panel() == Panel.HELP ? home() : Panel.HELP));
      case 'p', ' ' -> TopStep.to(view.pausing(!view.paused()));
      case 's', '>' -> TopStep.to(sorted(1));
      case 'S', '<' -> TopStep.to(sorted(-1));
      case 'r' -> TopStep.to(view.ordered(view.order().turned()));
      case 'm' -> TopStep.to(ask());
      default -> TopStep.to(view);
    };
  }

  /**
   * Asks for the name of a mark. Selects the process, so that the mark applies to this process even
   * if the order changes while the user types the name.
   */
  private TopView ask() {
    ProcessView process = TopRows.of(state, view).process();
    if (process == null) {
      return view.saying("no process to mark");
    }
    return (view.panel() == Panel.PROCESSES ? view.selecting(process.ledger()) : view).asking("");
  }

  private TopView sorted(int step) {
    TopView.Order order = view.order().moved(view.panel(), step);
    return order.equals(view.order()) ? view : view.ordered(order);
  }

  private TopView move(int rows) {
    TopRows all = TopRows.of(state, view);
    return switch (view.panel()) {
      case PROCESSES -> {
        int to = within(all.selectedProcess() + rows, all.processes().size());
        yield to < 0 ? view : view.selecting(all.processes().get(to).ledger());
      }
      case SITES -> {
        int to = within(all.selectedSite() + rows, all.sites().size());
        yield to < 0 ? view : view.selecting(all.sites().get(to).id());
      }
      case FINDING, HELP, NONE -> {
        int lines = TextPanel.lines(state, view, columns).size();
        yield view.scrolledTo(Math.max(0, Math.min(lines - page, view.scroll() + rows)));
      }
    };
  }

  /** Returns the nearest valid index of a list; negative if the list is empty. */
  private static int within(int index, int size) {
    return Math.min(size - 1, Math.max(0, index));
  }

  private TopView enter() {
    TopRows rows = TopRows.of(state, view);
    return switch (view.panel()) {
      case PROCESSES ->
          rows.processes().isEmpty()
              ? view
              : view.picking(rows.processes().get(rows.selectedProcess()).ledger()).on(Panel.SITES);
      case SITES ->
          rows.sites().isEmpty()
              ? view
              : view.selecting(rows.sites().get(rows.selectedSite()).id()).on(Panel.FINDING);
      case HELP -> view.on(home());
      case FINDING, NONE -> view;
    };
  }

  private TopView back() {
    return switch (view.panel()) {
      case FINDING -> view.on(Panel.SITES);
      case SITES, PROCESSES -> view.picking(null).on(Panel.PROCESSES);
      case HELP -> view.on(home());
      case NONE -> view;
    };
  }

  /** The panel that is shown when the help is closed. */
  private Panel home() {
    return view.selection().picked() == null ? Panel.PROCESSES : Panel.SITES;
  }

  private TopView otherList() {
    return switch (view.panel()) {
      case PROCESSES -> view.on(Panel.SITES);
      case SITES -> view.on(Panel.PROCESSES);
      case FINDING, HELP, NONE -> view;
    };
  }
}
