/** The report for a job of GitHub Actions: annotations on standard output, and Markdown for the page of the job. */
import { visible } from '../../common/visible.js';
import type { PageView, ReportView } from './view.js';

/** GitHub shows at most ten of each kind for a step. */
const MOST_ANNOTATIONS = 10;

/** One annotation for each broken clause, or one for a run that is incomplete. */
export function writeAnnotations(view: ReportView): string {
  const { page } = view;
  const broken = page.failures
    .flatMap(({ broken: clauses }) => clauses)
    .filter((each) => counts(each.id, page));
  const annotations = broken.slice(0, MOST_ANNOTATIONS).map(({ id, findings: [first] }) => {
    const { title } = page.clauses.find((clause) => clause.id === id)!;
    const { expected, actual, again } = page.judgements[first!.place]!;
    const lines = [`expected ${expected}`, `actual ${actual}`, ...(again ? [`again ${again.command}`] : [])];
    return annotation('error', `${id} ${title}`, lines.join('\n'));
  });
  if (annotations.length > 0 || page.verdict === 'conforms') return annotations.join('');
  const level = page.verdict === 'incomplete' && view.allowsIncomplete ? 'warning' : 'error';
  return annotation(level, page.verdictWord, page.headline);
}

function counts(id: string, { clauses }: PageView): boolean {
  return clauses.some((clause) => clause.id === id && clause.verdict === 'fail');
}

function annotation(level: 'error' | 'warning', title: string, text: string): string {
  return `::${level} title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(text)}\n`;
}

/** Nothing in a text may end the annotation or begin another. */
function escaped(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
