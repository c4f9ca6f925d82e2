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
import { linter, lintGutter, lintKeymap } from '@codemirror/lint';
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
 * Puts an editor into `place`. `check` returns the problems of a text, `language` has what can be completed (`complete.js`);
 * `changed` is called with each new text. Returns functions that set the text, undo a change, and remove the editor.
 */
export function openEditor(place, { text, check, language, changed }) {
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
        [linter(problems, { delay: 400 }), lintGutter(), changes],
        EditorView.contentAttributes.of({ 'aria-label': 'Text of the pack', tabindex: '0' }),
        keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
      ],
    }),
  });
  return {
    undo: () => undo(view),
    /** Replaces only the part that differs, so that the rest stays in place. Shows `line` if it is given. */
    set(next, line) {
      view.dispatch({ changes: difference(view.state.doc.toString(), next) });
      if (line === undefined) return;
      const { from, to } = view.state.doc.line(line);
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
    },
    close: () => view.destroy(),
  };
}

function difference(before, after) {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from += 1;
  let [to, end] = [before.length, after.length];
  while (to > from && end > from && before[to - 1] === after[end - 1]) {
    to -= 1;
    end -= 1;
  }
  return { from, to, insert: after.slice(from, end) };
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
