import type { LocationItem } from '../../spec/index.js';
import type { Plan } from './execute.js';
import { anyOf, KeywordCompiler, type Condition } from './keywords.js';
import { holds, type OrdinalSet } from './ordinal-sets.js';
import type { SearchQuery } from './query.js';
import type { SearchIndex } from './search-index.js';
import type { Steps } from './steps.js';

/** Resolves a query to sets of postings and conditions. Yields only for places and keywords, which may be numerous. */
export function* resolveQuery(index: SearchIndex, query: SearchQuery): Steps<Plan> {
  const plan = resolveFilters(index, query);
  if (query.locations.length + query.excludeLocations.length > 0) yield* addPlaces(index, query, plan);
  if (query.include || query.exclude) yield* addKeywords(index, query, plan);
  return plan;
}

function resolveFilters(index: SearchIndex, query: SearchQuery): Plan {
  const { facets } = index;
  const plan: Plan = {
    lo: Math.max(index.firstBefore(query.to), query.newest),
    hi: index.firstBefore(query.from),
    all: [],
    none: [],
    conditions: [],
    exclusions: [],
    duplicates: query.excludeDuplicates ? index.duplicates : null,
    start: query.after ? index.firstAfter(query.after) : 0,
    limit: query.limit,
    questionCost: index.questionCost,
  };
  for (const [family, values] of query.wanted)
    plan.all.push(values.map((value) => facets.set(family, value)));
  for (const [family, values] of query.unwanted)
    for (const value of values) plan.none.push(facets.set(family, value));
  return plan;
}

function* addPlaces(index: SearchIndex, query: SearchQuery, plan: Plan): Steps<void> {
  const wanted: Condition[] = [];
  for (const item of query.locations) {
    const place = placeCondition(index, item);
    if (place) wanted.push(place);
    yield;
  }
  if (wanted.length > 0) addCondition(plan, anyOf(wanted));
  for (const item of query.excludeLocations) {
    const place = placeCondition(index, item);
    if (place) addExclusion(plan, place);
    yield;
  }
}

function* addKeywords(index: SearchIndex, query: SearchQuery, plan: Plan): Steps<void> {
  const compiler = new KeywordCompiler(yield* index.readTexts());
  const include = query.include && (yield* compiler.compile(query.include));
  if (include) addCondition(plan, include);
  const exclude = query.exclude && (yield* compiler.compile(query.exclude));
  if (exclude) addExclusion(plan, exclude);
}

/** Returns the condition of a location item; null if all its fields are empty. */
function placeCondition({ facets }: SearchIndex, item: LocationItem): Condition | null {
  const parts: OrdinalSet[] = [];
  for (const family of ['city', 'state', 'country'] as const) {
    const name = item[family];
    if (name !== null && name !== undefined) parts.push(facets.set(family, name.toLowerCase()));
  }
  if (parts.length === 0) return null;
  // A city nearly always has a list, and so has its intersection with state and country.
  const rare = parts.reduce((a, b) => ((b.list?.length ?? Infinity) < (a.list?.length ?? Infinity) ? b : a));
  if (rare.list) {
    const list = rare.list.filter((ordinal) => parts.every((set) => set === rare || holds(set, ordinal)));
    return { kind: 'any', sets: [{ list }] };
  }
  const each = parts.map((set): Condition => ({ kind: 'any', sets: [set] }));
  return each.length === 1 ? each[0]! : { kind: 'and', parts: each };
}

/** Adds plain unions to the filters, which are combined in one pass. */
function addCondition(plan: Plan, condition: Condition): void {
  if (condition.kind === 'any') plan.all.push([...condition.sets]);
  else if (condition.kind === 'and') for (const part of condition.parts) addCondition(plan, part);
  else plan.conditions.push(condition);
}

function addExclusion(plan: Plan, condition: Condition): void {
  if (condition.kind === 'any') plan.none.push(...condition.sets);
  else if (condition.kind === 'or') for (const part of condition.parts) addExclusion(plan, part);
  else plan.exclusions.push(condition);
}
