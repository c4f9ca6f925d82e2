/**
 * The editor, loaded when one is opened. It stands in a shadow root: there its styles are style sheets of the root, which the content
 * security policy lets it make, and not style elements, which it does not.
 */
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, undo } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  HighlightStyle,
  foldGutter,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';

/** In the colors of the page, so that they are read in light and dark. */
const colors = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--soft)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--mark)' },
  { tag: [tags.string, tags.content], color: 'var(--ink)' },
  { tag: [tags.labelName, tags.typeName, tags.keyword, tags.meta], color: 'var(--warn)' },
]);

const dress = EditorView.theme({
  '&': { height: '100%', fontSize: '0.85rem', backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--soft)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    maxWidth: '36rem',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--chosen)', color: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--chosen)' },
});

/**
 * Puts an editor into `place`. `check` gives the problems of a text, `words` what can be completed; `changed` is told each new text.
 * Returns what sets its text, takes a change back, and takes the editor away.
 */
export function openEditor(place, { text, check, words, changed }) {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  const changes = EditorView.updateListener.of((update) => {
    if (update.docChanged) changed(update.state.doc.toString());
  });
  const problems = async (view) => {
    const { doc } = view.state;
    const found = await check(doc.toString());
    return found.map(({ line, column, place: where, message }) => {
      const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
      const from = Math.min(at.to, at.from + Math.max(0, column - 1));
      return { from, to: at.to, severity: 'error', message: where === '' ? message : `${where}: ${message}` };
    });
  };
  const isDark = new Compartment();
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        [
          lineNumbers(),
          foldGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
        ],
        [
          yaml(),
          syntaxHighlighting(colors),
          dress,
          isDark.of(EditorView.darkTheme.of(matchMedia('(prefers-color-scheme: dark)').matches)),
        ],
        autocompletion({ override: [completing(words)] }),
        [linter(problems, { delay: 400 }), lintGutter(), changes],
        EditorView.contentAttributes.of({ 'aria-label': 'Text of the pack', tabindex: '0' }),
        keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
      ],
    }),
  });
  return {
    focus: () => view.focus(),
    undo: () => undo(view),
    set: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    close: () => view.destroy(),
  };
}

/** Words of the language and of the documents, what each names beside it. */
function completing(words) {
  const options = words.map(({ label, kind, says }) => ({
    label,
    detail: kind,
    info: says || undefined,
    type: 'keyword',
  }));
  return (context) => {
    const word = context.matchBefore(/[$\w.-]+/);
    if (word === null ? !context.explicit : word.text.length < 2 && !context.explicit) return null;
    return { from: word?.from ?? context.pos, options, validFor: /^[$\w.-]*$/ };
  };
}
