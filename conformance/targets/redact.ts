/** The one place where secrets are struck out: everything printed or written passes through it. */

export interface Redactor {
  /** From now on the secret is replaced by `[name]` wherever it shows. */
  add(secret: string, name: string): void;
  /** The name under which a secret was added. */
  nameOf(secret: string): string | undefined;
  text(value: string): string;
  /** A copy of any JSON-like value with every text in it, member names included, struck out. */
  value<T>(value: T): T;
}

/** Shorter secrets would strike out ordinary words; they are struck only where they stand alone. */
const SHORT = 8;

export function createRedactor(): Redactor {
  const names = new Map<string, string>();
  const forms: { text: string; pattern: RegExp | null; to: string }[] = [];

  const text = (value: string): string => {
    let struck = value;
    for (const { text: secret, pattern, to } of forms) {
      if (pattern !== null) struck = struck.replace(pattern, to);
      else if (struck.includes(secret)) struck = struck.replaceAll(secret, to);
    }
    return struck;
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
      if (secret === '' || names.has(secret)) return;
      names.set(secret, name);
      const to = `[${name}]`;
      for (const form of disguises(secret))
        forms.push({ text: form, pattern: secret.length < SHORT ? alone(form) : null, to });
      // A secret that holds another must go first, or its rest would stay.
      forms.sort((a, b) => b.text.length - a.text.length);
    },
    nameOf: (secret) => names.get(secret),
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

function alone(form: string): RegExp {
  return new RegExp(
    `(?<![A-Za-z0-9_-])${form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}(?![A-Za-z0-9_-])`,
    'g',
  );
}
