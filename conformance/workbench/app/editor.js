/** The editor, loaded on use. Its shadow root can have style sheets; the content security policy allows no style elements. */
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
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { completionsAt } from './complete.js';

/** The colors of the page, which are readable in light and dark mode. */
const colors = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--soft)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--mark)' },
  { tag: [tags.string, tags.content], color: 'var(--ink)' },
  { tag: [tags.labelName, tags.typeName, tags.keyword, tags.meta], color: 'var(--warn)' },
]);

const theme = EditorView.theme({
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
 * Puts an editor into `place`. `language` has what can be completed (`complete.js`); `changed` is called with each new text.
 * Returns functions that show problems, set the text, insert a part, undo a change, and remove the editor.
 */
export function openEditor(place, { text, language, changed }) {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  const changes = EditorView.updateListener.of((update) => {
    if (update.docChanged) changed(update.state.doc.toString());
  });
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
          theme,
          EditorView.darkTheme.of(matchMedia('(prefers-color-scheme: dark)').matches),
        ],
        EditorView.lineWrapping,
        autocompletion({ override: [completing(language)], icons: false }),
        [lintGutter(), changes],
        EditorView.contentAttributes.of({ 'aria-label': 'Text of the pack', tabindex: '0' }),
        keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
      ],
    }),
  });
  return {
    show(problems) {
      const { doc } = view.state;
      const marks = problems.map(({ line, column, place: where, message }) => {
        const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
        const from = Math.min(at.to, at.from + Math.max(0, column - 1));
        return {
          from,
          to: at.to,
          severity: 'error',
          message: where === '' ? message : `${where}: ${message}`,
        };
      });
      view.dispatch(setDiagnostics(view.state, marks));
    },
    set: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    /** Inserts a part into `text`, selects its last line, and returns the number of this line. Throws if the text has changed. */
    insert({ from, part }, text) {
      if (view.state.doc.toString() !== text)
        throw new Error('The text has changed meanwhile. Click the value again.');
      view.dispatch({ changes: { from, insert: part } });
      const line = view.state.doc.lineAt(from + part.length);
      view.dispatch({
        selection: { anchor: line.from, head: line.to },
        effects: EditorView.scrollIntoView(line.from, { y: 'center' }),
      });
      return line.number;
    },
    undo: () => undo(view),
    close: () => view.destroy(),
  };
}

const TYPED = /^[$\w.-]*$/;

function completing(language) {
  return ({ state: { doc }, pos, explicit }) => {
    const found = completionsAt(doc.sliceString(0, pos), doc.sliceString(pos), language);
    if (found === null) return null;
    const { from, isKey, options } = found;
    // On a new line, show the list only if the user asks for it.
    if (!explicit && isKey && from === pos) return null;
    const end = isKey && doc.sliceString(pos, pos + 1) !== ':' ? ': ' : '';
    return {
      from,
      options: options.map(({ label, detail, info }, i) => ({
        label,
        apply: isKey && !/-\d+$/.test(label) ? `${label}${end}` : label,
        detail,
        info,
        boost: detail === 'required' ? 50 : -Math.min(i, 99) / 10,
      })),
      validFor: TYPED,
    };
  };
}
