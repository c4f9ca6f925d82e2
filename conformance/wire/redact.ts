/** The one place where secrets are struck out: everything printed or written passes through it. */

export interface Redactor {
  /** From now on the secret is replaced by `[name]` wherever it shows. */
  add(secret: string, name: string): void;
  text(value: string): string;
  /** A copy of any JSON-like value with every text in it, member names included, struck out. */
  value<T>(value: T): T;
}

/** Shorter secrets would strike out ordinary words; they are struck only where they stand alone. */
const SHORT = 8;

/** A run makes hundreds of keys and writes megabytes: texts are searched for the few beginnings that all forms share. */
const BEGINNING = 4;

interface Form {
  text: string;
  alone: boolean;
  to: string;
}

export function createRedactor(): Redactor {
  const known = new Set<string>();
  const byBeginning = new Map<string, Form[]>();
  let beginnings: RegExp | null = null;

  const formAt = (text: string, at: number): Form | undefined => {
    let found: Form | undefined;
    for (let length = 1; length <= BEGINNING; length += 1)
      for (const form of byBeginning.get(text.slice(at, at + length)) ?? [])
        // A secret that holds another must go first, or its rest would stay.
        if (form.text.length > (found?.text.length ?? 0) && stands(form, text, at)) found = form;
    return found;
  };

  const text = (value: string): string => {
    if (byBeginning.size === 0) return value;
    beginnings ??= new RegExp([...byBeginning.keys()].map(escaped).join('|'), 'g');
    let struck = '';
    let done = 0;
    beginnings.lastIndex = 0;
    for (let match = beginnings.exec(value); match !== null; match = beginnings.exec(value)) {
      const form = formAt(value, match.index);
      beginnings.lastIndex = match.index + (form?.text.length ?? 1);
      if (form === undefined) continue;
      struck += value.slice(done, match.index) + form.to;
      done = beginnings.lastIndex;
    }
    return done === 0 ? value : struck + value.slice(done);
  };

  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [text(name), walk(member)]));
    return value;
  };

  return {
    add(secret, name) {
      if (secret === '' || known.has(secret)) return;
      known.add(secret);
      for (const form of disguises(secret)) {
        const beginning = form.slice(0, BEGINNING);
        const forms = byBeginning.get(beginning) ?? [];
        forms.push({ text: form, alone: secret.length < SHORT, to: `[${name}]` });
        byBeginning.set(beginning, forms);
      }
      beginnings = null;
    },
    text,
    value: <T>(value: T) => walk(value) as T,
  };
}

/** The forms in which an echoing target, a URL or a document can show a secret. */
function disguises(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const escaped = JSON.stringify(secret).slice(1, -1);
  const html = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const forms = [secret, escaped, html, encodeURIComponent(secret)];
  if (secret.length >= SHORT)
    forms.push(bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'));
  if (secret.length >= SHORT) forms.push(bytes.toString('hex'));
  return [...new Set(forms)];
}

function stands({ text: form, alone }: Form, text: string, at: number): boolean {
  if (!text.startsWith(form, at)) return false;
  const word = /[A-Za-z0-9_-]/;
  return !alone || !(word.test(text[at - 1] ?? ' ') || word.test(text[at + form.length] ?? ' '));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
