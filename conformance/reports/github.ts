/** The report for a job of GitHub Actions: annotations on standard output, and Markdown for the summary page of the job. */
import { visible } from '../../common/visible.js';
import type { ReportView } from './view.js';

/** GitHub shows at most ten of each kind for a step. */
const MOST_ANNOTATIONS = 10;

/** One annotation for each cause of failures, or one for an incomplete run. */
export function writeAnnotations(view: ReportView): string {
  const { page } = view;
  const failed = new Set(page.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id));
  const causes = page.failures
    .flatMap((each) => each.causes)
    .filter(({ broken }) => failed.has(broken[0]!.id));
  const annotations = causes.slice(0, MOST_ANNOTATIONS).map(({ common, broken: [first, ...others] }) => {
    const { id, title } = page.clauses.find((clause) => clause.id === first!.id)!;
    const { expected, actual, again } = page.judgements[first!.findings[0]!.place]!;
    const lines = [
      ...(common === '' ? [] : [common]),
      `expected ${expected}`,
      `actual ${actual}`,
      ...(others.length === 0
        ? []
        : [`probably the same cause: ${others.map((each) => each.id).join(', ')}`]),
      ...(again ? [`again ${again.command}`] : []),
    ];
    return annotation('error', `${id} ${title}`, lines.join('\n'));
  });
  if (annotations.length > 0 || page.verdict === 'conforms') return annotations.join('');
  const level = page.verdict === 'incomplete' && view.allowsIncomplete ? 'warning' : 'error';
  return annotation(level, page.verdictWord, page.headline);
}

function annotation(level: 'error' | 'warning', title: string, text: string): string {
  return `::${level} title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(text)}\n`;
}

/** Nothing in a text may end the annotation or begin another. */
function escaped(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
