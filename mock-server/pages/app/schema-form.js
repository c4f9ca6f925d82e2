/** Parts of forms made from a schema of the admin document, which defines their types, bounds, choices and defaults. */
import { Choice } from '../../../common/browser/forms.js';
import { html, useStore } from '../../../common/browser/ui.js';
import { facts } from './api.js';

/** Returns the schema of a member, with its `$ref` merged into it. */
function schemaOf(name, member) {
  const { schemas } = facts.get();
  const schema = schemas[name]?.properties[member] ?? {};
  return { ...schemas[schema.$ref?.split('/').at(-1)], ...schema };
}

/** Returns the members of a schema whose description mentions `value`, such as the effect that they are for. */
export function membersFor(name, value) {
  const members = Object.keys(facts.get().schemas[name]?.properties ?? {});
  return members.filter((member) => schemaOf(name, member).description?.includes(`\`${value}\``));
}

/**
 * Inputs for members of a schema. `labels` has their labels by name; `values` replace the defaults; `choices` are values to
 * choose from, as [value, text]. An empty field shows the default that its description states for the value `of`, such as
 * "`stall` (60000)".
 */
export function SchemaFields({ schema, labels, values = {}, choices = {}, of }) {
  const { schemas } = useStore(facts);
  if (schemas[schema] === undefined) return null;
  return Object.entries(labels).map(([name, label]) => {
    const { type, minimum, maximum, maxLength, default: usual, description = '' } = schemaOf(schema, name);
    const [, hint] = new RegExp(`\`${of}\` \\((?:default )?(\\w+)\\)`).exec(description) ?? [];
    const value = values[name] ?? usual;
    if (type === 'boolean')
      return html`<label key=${name} class="check"
        ><input type="checkbox" name=${name} defaultChecked=${value} /> ${label}</label
      >`;
    if (choices[name] !== undefined)
      return html`<${Choice} key=${name} name=${name} label=${label} options=${choices[name]} value=${value ?? ''} />`;
    return html`<label key=${name}
      >${label}
      <input
        name=${name}
        type=${[type].flat().includes('integer') ? 'number' : 'text'}
        min=${minimum}
        max=${maximum}
        maxlength=${maxLength}
        placeholder=${hint}
        defaultValue=${value}
    /></label>`;
  });
}

/** Returns the members that the user has entered. An empty one is null if the schema allows it, else absent. */
export function typedIn(form, schema) {
  const properties = facts.get().schemas[schema]?.properties ?? {};
  const entries = [...form.elements].flatMap(({ name, checked, value }) => {
    if (!Object.hasOwn(properties, name)) return [];
    const types = [schemaOf(schema, name).type].flat();
    if (types.includes('boolean')) return [[name, checked]];
    const text = value.trim();
    if (text === '') return types.includes('null') ? [[name, null]] : [];
    return [[name, types.includes('integer') ? Number(text) : text]];
  });
  return Object.fromEntries(entries);
}
