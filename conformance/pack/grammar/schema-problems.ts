/** Checks a document against the pack schema. Messages state the problem and what to do. */
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { didYouMean, nearest } from '../../../common/nearest.js';
import { grouped } from '../../values/grouped.js';
import { follow, parsePointer } from '../../values/pointers.js';
import { flawOf } from '../language/patterns.js';
import { extensions, packSchema } from './pack-schema.js';
import type { Place } from '../model/source-file.js';

let compiled: ReturnType<typeof compile> | undefined;

/** `isName`: the only problem is an unknown name, so that further checks are possible. */
export function schemaProblems(document: unknown): ReturnType<typeof problemsIn> {
  return (compiled ??= compile())(document);
}

function compile() {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
    verbose: true,
    formats: { regex: (text: string) => flawOf(text) === null },
  });
  ajv.addVocabulary(['enumDescriptions', 'x-generated']);
  const validate = ajv.compile(packSchema());
  return (value: unknown) => (validate(value) ? [] : problemsIn(validate.errors ?? [], value));
}

function problemsIn(errors: readonly ErrorObject[], document: unknown) {
  // An unknown name violates each alternative of its schema; report it once.
  const kinds = new Set(errors.filter(isNameError).map(({ instancePath }) => instancePath));
  const found = errors.filter(
    (error) => !isPartOfAnother(error) && (isNameError(error) || !kinds.has(error.instancePath)),
  );
  const isChoice = (error: ErrorObject): boolean => error.keyword === 'anyOf' && !isNameError(error);
  const isKind = (error: ErrorObject): boolean => KINDS.test(error.keyword) && !isNameError(error);
  /** The places that have a problem inside. */
  const around = new Set(
    found.flatMap(({ instancePath: at }) => at.split('/').map((_, i, all) => all.slice(0, i).join('/'))),
  );
  const problem = (error: ErrorObject, parts = [error]) => ({
    place: placeOf(error),
    message: parts.map((each) => messageFor(each, document)).join(' or '),
    isName: isNameError(error),
  });
  return [...grouped(found, ({ instancePath }) => instancePath)].flatMap(([at, all]) => {
    const meant = new Set(all.map(memberMeantBy));
    const errors = all.filter((error) => !missingIn(error).some((name) => meant.has(name)));
    if (!errors.some(isChoice)) return errors.map((error) => problem(error));
    // A value that fits no alternative violates each of them: report what is wrong inside it, else the possible kinds.
    const kinds = errors.filter((error) => isKind(error) && !isChoice(error));
    const others = errors.filter((error) => !isKind(error));
    if (others.length > 0 || around.has(at)) return others.map((error) => problem(error));
    return [problem(errors[0]!, kinds.length > 0 ? kinds : errors)];
  });
}

/** The member that an unknown one misspells. */
function memberMeantBy({ keyword, params, parentSchema }: ErrorObject): string | undefined {
  if (keyword !== 'additionalProperties') return undefined;
  return nearest(
    String(params['additionalProperty']),
    Object.keys((parentSchema?.['properties'] ?? {}) as object),
  );
}

function missingIn({ keyword, params, parentSchema }: ErrorObject): string[] {
  if (keyword === 'required') return [String(params['missingProperty'])];
  if (keyword !== 'oneOf') return [];
  return (parentSchema?.['oneOf'] as { required: string[] }[]).flatMap(({ required }) => required);
}

/** Keywords that reject the whole value. */
const KINDS = /^(anyOf|type|const|enum)$/;

function isNameError({ keyword, parentSchema }: ErrorObject): boolean {
  return keyword === 'anyOf' && typeof parentSchema?.['title'] === 'string';
}

/** `if` and `oneOf` have a problem for each of their parts, and one of their own. */
function isPartOfAnother({ keyword, schemaPath }: ErrorObject): boolean {
  return keyword === 'if' || /\/oneOf\/\d+\/required$/.test(schemaPath);
}

function placeOf({ keyword, params, instancePath }: ErrorObject): Place {
  const place = parsePointer(instancePath).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return keyword === 'additionalProperties' ? [...place, String(params['additionalProperty'])] : place;
}

function messageFor(error: ErrorObject, document: unknown): string {
  const { keyword, params, instancePath, parentSchema } = error;
  const found = follow(document, parsePointer(instancePath));
  const value = JSON.stringify(found);
  if (instancePath === '' && keyword === 'type')
    return `the file is ${document === null ? 'empty' : 'not a YAML mapping'}; a pack is an Arazzo document`;
  if (isNameError(error)) {
    const [{ enum: names }] = parentSchema?.['anyOf'] as [{ enum: string[] }];
    const name = String(found);
    const near = didYouMean(name, names);
    // Suggest only names with the same prefix, such as `key:`.
    const kind = /^[a-z]+:/.exec(name)?.[0] ?? '';
    const known = names.filter(
      (each) => each.startsWith(kind) && each.startsWith('$') === name.startsWith('$'),
    );
    const rest = near === '' && known.length <= 40 ? `; known are ${known.join(', ')}` : `.${near}`;
    return `there is no ${parentSchema?.['title']} "${name}"${rest}`;
  }
  if (keyword === 'additionalProperties')
    return strayMember(String(params['additionalProperty']), parentSchema);
  if (keyword === 'false schema') return `"${parsePointer(instancePath).at(-1)}" does not go here`;
  if (keyword === 'enum' || keyword === 'const') {
    const allowed = [params['allowedValues'] ?? params['allowedValue']].flat().map(String).join(', ');
    return `${value} is not one of: ${allowed}`;
  }
  if (keyword === 'oneOf') {
    const choices = parentSchema?.['oneOf'] as { required: string[] }[];
    return `needs either ${choices.map(({ required }) => required.map((name) => `"${name}"`).join(' with ')).join(' or ')}`;
  }
  if (keyword === 'pattern')
    return `${value} is not ${String(parentSchema?.['title'] ?? `of the form ${String(params['pattern'])}`)}`;
  if (keyword === 'minItems' && params['limit'] === 1) return 'must not be empty';
  if (keyword === 'format') return `${value} ${flawOf(String(found))}`;
  if (keyword === 'required') {
    const isRow = /\/x-kit-each\/\d+(?:\/\d+)?$/.test(instancePath);
    return `lacks "${String(params['missingProperty'])}"${isRow ? ' or "on"' : ''}`;
  }
  return (error.message ?? keyword)
    .replace(/array$/, 'a list')
    .replace(/object$/, 'a mapping')
    .replace(/integer$/, 'a whole number')
    .replace(/string$/, typeof found === 'object' ? 'a text' : 'a text in quotes');
}

/** Returns the message for an unknown member. It suggests a similar known name. */
function strayMember(name: string, holder: ErrorObject['parentSchema']): string {
  const known = [...extensions().keys()];
  if (known.includes(name)) return `the extension "${name}" does not go here`;
  if (name === 'operationPath') return 'operationPath is not supported; name the operation by operationId';
  const near = didYouMean(name, [...Object.keys((holder?.['properties'] ?? {}) as object), ...known]);
  if (!name.startsWith('x-'))
    return near === '' ? `"${name}" does not go here` : `there is no member "${name}".${near}`;
  return `there is no extension "${name}"${near === '' ? `; the extensions are ${known.join(', ')}` : `.${near}`}`;
}
