/** A pack is checked whole before the first request; what is wrong is said with file, line and place. */
import { readFileSync } from 'node:fs';
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AdminContract } from '../../spec/admin.js';
import type { Clauses } from '../../spec/clauses.js';
import type { Contract, Issue, Operation } from '../../spec/contract.js';
import { checkCriterion, type Criterion } from './conditions.js';
import { messageOf } from '../values/text.js';
import { expressionsIn, type Expression } from './expressions.js';
import { follow, parsePointer, replaceAt } from '../values/pointers.js';
import { isBindable, KEY_ROLES, requirementOf } from './inputs.js';
import {
  buildPack,
  PackError,
  readPackFile,
  type Action,
  type Pack,
  type PackProblem,
  type Place,
  type RequestBody,
  type SourceFile,
  type Step,
  type Workflow,
} from './pack.js';
import { PREDICATES, stepsNamed, UNFILLED } from './predicates.js';

/** The documents that packs are checked against. */
export interface Documents {
  contract: Contract;
  admin: AdminContract;
  clauses: Clauses;
}

const EXTENSIONS = [
  ...['x-kit-clauses', 'x-kit-requires', 'x-kit-cost', 'x-kit-account', 'x-kit-serial', 'x-kit-throttle'],
  ...['x-kit-assume', 'x-kit-parallel', 'x-kit-repeat', 'x-kit-expect', 'x-kit-request', 'x-kit-raw'],
  ...['x-kit-absent', 'x-kit-deliberate'],
];

/** Reads and checks pack files. Throws PackError with everything that is wrong with all of them. */
export function loadPacks(paths: readonly string[], documents: Documents): Pack[] {
  const problems: PackProblem[] = [];
  const packs: Pack[] = [];
  const validate = packValidator();
  for (const path of paths) {
    try {
      packs.push(checkPack(readPackFile(path), documents, validate));
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
      problems.push(...error.problems);
    }
  }
  const names = new Map<string, string>();
  for (const { name, file } of packs) {
    const other = names.get(name);
    if (other !== undefined)
      problems.push({
        file,
        line: 1,
        column: 1,
        place: '',
        message: `is named "${name}" like ${other}; rename it`,
      });
    names.set(name, file);
  }
  if (problems.length > 0) throw new PackError(problems);
  return packs;
}

type Validate = (value: unknown) => ErrorObject[];

/** The pack schema, compiled. */
export function packValidator(): Validate {
  const schema = JSON.parse(readFileSync(new URL('../pack.schema.json', import.meta.url), 'utf8')) as object;
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
  });
  const compiled = ajv.compile(schema);
  return (value) => (compiled(value) ? [] : (compiled.errors ?? []));
}

/** Checks one file. Throws PackError with every problem of it. */
export function checkPack(
  source: SourceFile,
  documents: Documents,
  validate: Validate = packValidator(),
): Pack {
  const problems: PackProblem[] = [];
  const report = (place: Place, message: string): void => {
    const name = placeName(source.value, place);
    const problem = { file: source.file, ...source.locate(place), place: name, message };
    const same = problems.some((each) => each.place === name && each.message === message);
    if (!same) problems.push(problem);
  };
  const done = (): void => {
    if (problems.length > 0) throw new PackError(problems.sort((a, b) => a.line - b.line));
  };

  for (const error of validate(source.value)) reportSchemaError(error, source.value, report);
  done();
  const pack = buildPack(source, report);
  done();
  new PackCheck(pack, documents, report).run();
  done();
  return pack;
}

type Report = (place: Place, message: string) => void;

class PackCheck {
  private readonly pack: Pack;
  private readonly documents: Documents;
  private readonly report: Report;
  private readonly workflows: Map<string, Workflow>;
  private readonly clauseIds: Set<string>;

  constructor(pack: Pack, documents: Documents, report: Report) {
    this.pack = pack;
    this.documents = documents;
    this.report = report;
    this.workflows = new Map(pack.workflows.map((each) => [each.workflowId, each]));
    this.clauseIds = new Set(documents.clauses.clauses.map(({ id }) => id));
  }

  run(): void {
    this.distinct(this.pack.workflows.map(({ workflowId, place }) => [workflowId, [...place, 'workflowId']]));
    for (const workflow of this.pack.workflows) this.checkWorkflow(workflow);
  }

  private checkWorkflow(workflow: Workflow): void {
    const { place, steps, clauses } = workflow;
    this.distinct(steps.map((step) => [step.stepId, [...step.place, 'stepId']]));
    for (const clause of clauses)
      if (!this.clauseIds.has(clause))
        this.report([...place, 'x-kit-clauses'], `there is no clause ${clause} in spec/clauses.yaml`);
    for (const [name, schema] of Object.entries(workflow.inputs))
      if (clauses.length > 0 && !isBindable(name) && !(typeof schema === 'object' && 'default' in schema))
        this.report(
          [...place, 'inputs', 'properties', name],
          `the runner binds no input "${name}"; give it a default or use a name of INTERPRETING.md`,
        );
    for (const name of workflow.dependsOn) this.needsWorkflow(name, [...place, 'dependsOn'], workflow);
    const spends = reachable(workflow, this.workflows).some(({ steps: all }) =>
      all.some((step) => step.request === null && (this.contractOperation(step)?.creditCost ?? 0) > 0),
    );
    if (clauses.length > 0 && spends && workflow.cost === null)
      this.report(place, 'calls a search that costs credits: say the most it can spend with x-kit-cost');
    for (const requirement of workflow.requires) this.checkRequirement(requirement, workflow);
    for (const step of steps) this.checkStep(step, workflow);
    for (const action of [...workflow.successActions, ...workflow.failureActions])
      this.checkAction(action, workflow);
    for (const [name, expression] of Object.entries(workflow.outputs))
      this.expressions(expression, [...place, 'outputs', name], workflow);
    for (const parameter of workflow.parameters)
      if (!parameter.absent) this.expressions(parameter.value, parameter.place, workflow);
  }

  private checkRequirement(requirement: string, workflow: Workflow): void {
    const place: Place = [...workflow.place, 'x-kit-requires'];
    const reading = /^reading:(.+)=(.+)$/.exec(requirement);
    if (reading) this.checkReading(reading[1] ?? '', [reading[2] ?? ''], place);
    const role = /^key:(.+)$/.exec(requirement)?.[1];
    const roles: string[] = Object.values(KEY_ROLES);
    if (role !== undefined && !roles.includes(role))
      this.report(place, `there is no key role "${role}"; the roles are ${roles.join(', ')}`);
    const operation = /^operation:(.+)$/.exec(requirement);
    if (operation && !this.documents.contract.operations.some(({ id }) => id === operation[1]))
      this.report(place, `the contract has no operation "${operation[1]}"`);
  }

  private checkReading(id: string, choices: readonly string[], place: Place): void {
    const reading = this.documents.clauses.readings.find((each) => each.id === id);
    if (reading === undefined) return this.report(place, `there is no reading "${id}" in spec/clauses.yaml`);
    for (const choice of choices)
      if (!reading.choices.some((each) => each.id === choice))
        this.report(
          place,
          `reading ${id} has no choice "${choice}"; it has ${reading.choices.map((each) => each.id).join(', ')}`,
        );
  }

  private checkStep(step: Step, workflow: Workflow): void {
    const { place } = step;
    this.cited(step.clauses, [...place, 'x-kit-clauses'], workflow);
    if (step.workflowId !== null) this.needsWorkflow(step.workflowId, [...place, 'workflowId'], workflow);
    if (step.operation !== null) this.checkOperation(step);
    if (
      step.operation?.source !== 'admin' &&
      step.criteria.length + step.expectations.length === 0 &&
      step.operation
    )
      this.report(place, 'judges nothing: give it a successCriteria or an x-kit-expect');
    for (const criterion of step.criteria) {
      this.criterion(criterion, criterion.place, workflow);
      this.cited(criterion.clauses, [...criterion.place, 'x-kit-clauses'], workflow);
    }
    for (const assumption of step.assumptions) this.criterion(assumption, assumption.place, workflow);
    for (const action of [...step.onSuccess, ...step.onFailure]) this.checkAction(action, workflow);
    for (const [name, expression] of Object.entries(step.outputs))
      this.expressions(expression, [...place, 'outputs', name], workflow);
    for (const parameter of step.parameters)
      if (!parameter.absent) this.expressions(parameter.value, [...parameter.place, 'value'], workflow);
    if (step.body !== null) this.checkBody(step, step.body, workflow);
    if (step.repeat !== null) {
      const at: Place = [...place, 'x-kit-repeat'];
      if (step.repeat.until !== null)
        this.criterion(
          { condition: step.repeat.until, context: null, type: 'simple' },
          [...at, 'until'],
          workflow,
        );
      for (const { value } of step.repeat.carry) this.expressions(value, [...at, 'carry'], workflow);
    }
    for (const expectation of step.expectations) this.checkExpectation(expectation, workflow);
  }

  private checkOperation(step: Step): void {
    const at: Place = [...step.place, 'operationId'];
    const { source, id } = step.operation ?? { source: 'contract', id: '' };
    if (this.pack.sources[source] === undefined)
      return this.report(at, `needs a source description named "${source}"`);
    if (source === 'admin') {
      const operation = this.documents.admin.operations.find((each) => each.id === id);
      if (operation === undefined) return this.report(at, `the admin API has no operation "${id}"`);
      const needed = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const given = step.parameters.filter((each) => each.in === 'path').map(({ name }) => name);
      for (const name of needed)
        if (name !== undefined && !given.includes(name)) this.report(at, `lacks the path parameter ${name}`);
      if (step.throttle || step.parallel > 1)
        this.report(step.place, 'an admin step is sent once, as it stands');
      return;
    }
    const operation = this.contractOperation(step);
    if (operation === undefined) return this.report(at, `the contract has no operation "${id}"`);
    const query = step.parameters.filter((each) => each.in === 'query' && !each.absent);
    const settled = query.filter((each) => !each.deliberate && expressionsIn(each.value).length === 0);
    const values = Object.fromEntries(query.map(({ name, value }) => [name, String(value)]));
    for (const issue of operation.validateQuery(values)) {
      const parameter = settled.find(({ name }) => issue.loc.includes(name));
      if (parameter !== undefined) this.report(parameter.place, brokenBy(issue, id));
    }
  }

  private checkBody(step: Step, body: RequestBody, workflow: Workflow): void {
    const at: Place = [...body.place, 'payload'];
    if (body.raw !== null || body.absent) return;
    this.expressions(body.payload, at, workflow);
    let payload = body.payload;
    for (const { target, value } of body.replacements) {
      this.expressions(value, [...body.place, 'replacements'], workflow);
      try {
        payload = replaceAt(payload, parsePointer(target), value);
      } catch (error) {
        this.report([...body.place, 'replacements'], messageOf(error));
      }
    }
    if (body.deliberate || typeof payload === 'string' || step.operation === null) return;
    const issues =
      step.operation.source === 'admin'
        ? this.documents.admin.operations.find(({ id }) => id === step.operation?.id)?.validateBody(payload)
        : this.contractOperation(step)?.validateBody(payload);
    const marked = step.operation.source === 'admin' ? '' : '; if that is meant, say why in x-kit-deliberate';
    const fields = this.contractOperation(step)?.bodyFields ?? [];
    for (const name of fields.length === 0 ? [] : Object.keys((payload ?? {}) as object))
      if (!fields.includes(name))
        this.report([...at, name], `${step.operation.id} has no field "${name}"${marked}`);
    for (const issue of issues ?? []) {
      const parts = issue.loc.slice(1).map(String);
      // What an expression will stand for is not known yet, nor what `carry` puts in.
      const around = parts.map((_, i) => follow(payload, parts.slice(0, i + 1)));
      if (around.some((value) => typeof value === 'string' && expressionsIn(value).length > 0)) continue;
      if (step.repeat?.carry.some(({ target }) => target === `/${parts.join('/')}`)) continue;
      this.report([...at, ...issue.loc.slice(1)], `${brokenBy(issue, step.operation.id)}${marked}`);
    }
  }

  private checkExpectation(expectation: Step['expectations'][number], workflow: Workflow): void {
    const { that, place, arguments: args } = expectation;
    this.cited(expectation.clauses, [...place, 'x-kit-clauses'], workflow);
    if (!(that in PREDICATES)) return this.report([...place, 'that'], `there is no predicate "${that}"`);
    for (const name of [...stepsNamed(args), ...(expectation.step === null ? [] : [expectation.step])])
      if (!workflow.steps.some(({ stepId }) => stepId === name))
        this.report(place, `there is no step "${name}"`);
    const unfilled = UNFILLED[that] ?? [];
    for (const [name, value] of Object.entries(args))
      if (!unfilled.includes(name)) this.expressions(value, [...place, name], workflow);
    if (that === 'reading') {
      const choices = args['choices'] as { choice: string; when: string }[];
      this.checkReading(
        String(args['reading']),
        choices.map(({ choice }) => choice),
        place,
      );
      for (const { when } of choices)
        this.criterion({ condition: when, context: null, type: 'simple' }, [...place, 'choices'], workflow);
    }
    if (that === 'one-of-status' && typeof args['reading'] === 'string')
      this.checkReading(args['reading'], Object.values(args['choices'] as object).map(String), place);
    if (that.endsWith('-job') || that === 'date-within') this.checkFields(args, place);
  }

  /** Job fields are exact, spaces included: a misspelt one would never match anything. */
  private checkFields(args: unknown, place: Place): void {
    const fields = Object.keys(
      (follow(this.documents.contract.document, ['components', 'schemas', 'Job', 'properties']) ??
        {}) as object,
    );
    const walk = (value: unknown, at: Place): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [name, member] of Object.entries(value)) {
        if (
          name === 'field' &&
          typeof member === 'string' &&
          !member.startsWith('/') &&
          !fields.includes(member)
        )
          this.report([...at, name], `a job has no field "${member}"`);
        walk(member, [...at, Array.isArray(value) ? Number(name) : name]);
      }
    };
    walk(args, place);
  }

  private checkAction(action: Action, workflow: Workflow): void {
    const { place } = action;
    if (action.type === 'goto' && (action.stepId === null) === (action.workflowId === null))
      this.report(place, 'goto needs a stepId or a workflowId');
    if (action.stepId !== null && !workflow.steps.some(({ stepId }) => stepId === action.stepId))
      this.report([...place, 'stepId'], `there is no step "${action.stepId}"`);
    if (action.workflowId !== null) this.needsWorkflow(action.workflowId, [...place, 'workflowId'], workflow);
    for (const criterion of action.criteria) this.criterion(criterion, criterion.place, workflow);
  }

  private criterion(criterion: Criterion, place: Place, workflow: Workflow): void {
    try {
      for (const expression of checkCriterion(criterion)) this.expression(expression, place, workflow);
    } catch (error) {
      this.report([...place, 'condition'], messageOf(error));
    }
  }

  private expressions(value: unknown, place: Place, workflow: Workflow): void {
    try {
      for (const expression of expressionsIn(value)) this.expression(expression, place, workflow);
    } catch (error) {
      this.report(place, messageOf(error));
    }
  }

  private expression({ path, text }: Expression, place: Place, workflow: Workflow): void {
    const [kind, name = '', , output = ''] = path;
    if (kind === 'inputs' && !Object.hasOwn(workflow.inputs, name))
      this.report(place, `${text}: the workflow declares no input "${name}"`);
    if (kind === 'sourceDescriptions' && this.pack.sources[name] === undefined)
      this.report(place, `${text}: there is no source description "${name}"`);
    if (kind === 'workflows' && !workflow.dependsOn.includes(name))
      this.report(place, `${text}: "${name}" is not in dependsOn`);
    if (kind === 'steps') {
      const step = workflow.steps.find(({ stepId }) => stepId === name);
      if (step === undefined) return this.report(place, `${text}: there is no step "${name}"`);
      const given =
        Object.hasOwn(step.outputs, output) ||
        (output === 'balance' && step.operation?.id === 'getCreditBalance') ||
        (step.workflowId !== null &&
          Object.hasOwn(this.workflows.get(step.workflowId)?.outputs ?? {}, output));
      if (!given) this.report(place, `${text}: step "${name}" has no output "${output}"`);
    }
  }

  private needsWorkflow(name: string, place: Place, from: Workflow): void {
    const found = this.workflows.get(name);
    if (found === undefined) return this.report(place, `there is no workflow "${name}"`);
    if (found.clauses.length > 0)
      this.report(place, `"${name}" is a scenario; only helpers (no x-kit-clauses) can be called`);
    if (reachable(found, this.workflows).includes(from)) this.report(place, `"${name}" leads back here`);
  }

  /** Clauses that a part cites stand in the list of its scenario, which is what the listing shows. */
  private cited(clauses: readonly string[], place: Place, workflow: Workflow): void {
    for (const clause of clauses) {
      if (!this.clauseIds.has(clause))
        this.report(place, `there is no clause ${clause} in spec/clauses.yaml`);
      else if (workflow.clauses.length > 0 && !workflow.clauses.includes(clause))
        this.report(place, `${clause} is missing from the x-kit-clauses of ${workflow.workflowId}`);
    }
  }

  private distinct(names: [string, Place][]): void {
    const seen = new Set<string>();
    for (const [name, place] of names) {
      if (seen.has(name)) this.report(place, `"${name}" is taken; ids are unique`);
      seen.add(name);
    }
  }

  private contractOperation(step: Step): Operation | undefined {
    if (step.operation?.source !== 'contract') return undefined;
    return this.documents.contract.operations.find(({ id }) => id === step.operation?.id);
  }
}

/** The workflow and all helpers that it can call. */
export function reachable(workflow: Workflow, all: ReadonlyMap<string, Workflow>): Workflow[] {
  const found: Workflow[] = [];
  const visit = (each: Workflow): void => {
    if (found.includes(each)) return;
    found.push(each);
    const actions = [...each.successActions, ...each.failureActions];
    for (const step of each.steps) actions.push(...step.onSuccess, ...step.onFailure);
    const called = [
      ...each.dependsOn,
      ...each.steps.map((step) => step.workflowId),
      ...actions.map((a) => a.workflowId),
    ];
    for (const name of called) {
      const next = name === null ? undefined : all.get(name);
      if (next !== undefined) visit(next);
    }
  };
  visit(workflow);
  return found;
}

/** All that the target must offer for a scenario, what is found from its parts included. */
export function requirementsOf(workflow: Workflow, all: ReadonlyMap<string, Workflow>): string[] {
  const parts = reachable(workflow, all);
  const inputs = parts.flatMap((each) => Object.keys(each.inputs)).map(requirementOf);
  const steps = parts.flatMap((each) => each.steps);
  const operations = steps.map(({ operation, request }) =>
    operation === null || request !== null
      ? null
      : operation.source === 'admin'
        ? 'admin'
        : `operation:${operation.id}`,
  );
  const every = [...parts.flatMap((each) => each.requires), ...inputs, ...operations];
  return [...new Set(every.filter((each) => each !== null))];
}

function brokenBy(issue: Issue, operation: string): string {
  return `${operation} does not take this: ${issue.loc.slice(1).join('.') || issue.loc[0]} ${issue.msg}`;
}

function reportSchemaError(error: ErrorObject, document: unknown, report: Report): void {
  const { keyword, params, instancePath } = error;
  if (keyword === 'if') return;
  const place = parsePointer(instancePath).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']);
    const message = name.startsWith('x-')
      ? EXTENSIONS.includes(name)
        ? `the extension "${name}" does not go here`
        : `there is no extension "${name}"; the extensions are ${EXTENSIONS.join(', ')}`
      : name === 'operationPath'
        ? 'operationPath is not taken; name the operation by operationId'
        : `"${name}" does not go here`;
    return report([...place, name], message);
  }
  if (keyword === 'enum' || keyword === 'const') {
    const allowed = [params['allowedValues'] ?? params['allowedValue']].flat().map(String).join(', ');
    return report(place, `${JSON.stringify(follow(document, place.map(String)))} is not one of: ${allowed}`);
  }
  if (keyword === 'oneOf' && /\/steps\/\d+$/.test(instancePath))
    return report(place, 'needs either an operationId or a workflowId');
  if (keyword === 'pattern')
    return report(
      place,
      `${JSON.stringify(follow(document, place.map(String)))} is not of the form ${String(params['pattern'])}`,
    );
  if (document === null) return report(place, 'the file is empty; a pack is an Arazzo document');
  if (keyword === 'required') return report(place, `lacks "${String(params['missingProperty'])}"`);
  report(place, error.message ?? keyword);
}

/** `workflows/second-search-is-free/steps/first/…` rather than numbers, where parts have ids. */
function placeName(document: unknown, place: Place): string {
  return place
    .map((part, i) => {
      if (typeof part !== 'number') return part;
      const item = follow(document, place.slice(0, i + 1).map(String));
      const id = follow(item, ['workflowId']) ?? follow(item, ['stepId']) ?? follow(item, ['that']);
      return typeof id === 'string' ? id : part;
    })
    .join('/');
}
