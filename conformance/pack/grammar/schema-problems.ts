/** Checks a document against the pack schema. Messages state the problem and what to do. */
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { didYouMean } from '../../../common/nearest.js';
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
  const kindsAt = ({ instancePath: at }: ErrorObject): ErrorObject[] =>
    found.filter((each) => each.instancePath === at && KINDS.test(each.keyword) && !isNameError(each));
  // A value that fits no alternative violates each of them: report what is wrong inside it, else the possible kinds.
  const isChoice = (error: ErrorObject): boolean => error.keyword === 'anyOf' && !isNameError(error);
  // The comparison of many errors would be slow.
  const choices = (found.length > 1000 ? [] : found.filter(isChoice)).map((choice) => ({
    choice,
    kinds: kindsAt(choice),
  }));
  return found.flatMap((error) => {
    const { choice, kinds = [] } = choices.find((each) => each.kinds.includes(error)) ?? {};
    const isInside = (each: ErrorObject): boolean =>
      !kinds.includes(each) && `${each.instancePath}/`.startsWith(`${error.instancePath}/`);
    if (choice !== undefined && (choice !== error || found.some(isInside))) return [];
    const parts = choice === undefined ? [error] : kinds.filter((each) => !isChoice(each));
    const message = parts.map((each) => messageFor(each, document)).join(' or ');
    return [{ place: placeOf(error), message, isName: isNameError(error) }];
  });
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
  if (keyword === 'pattern') return `${value} is not of the form ${String(params['pattern'])}`;
  if (keyword === 'format') return `${value} ${flawOf(String(found))}`;
  if (keyword === 'required') return `lacks "${String(params['missingProperty'])}"`;
  return (error.message ?? keyword)
    .replace(/array$/, 'a list')
    .replace(/object$/, 'a mapping')
    .replace(/string$/, 'a text');
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
