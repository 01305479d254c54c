/** The files of deploy/ cannot run in a test; that they fit together and are what their readers expect can be seen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';

const text = (name: string) => readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8');
const label = z.record(z.string(), z.string());
const name = z.string().regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);

/** The part of the Compose specification that is used, and nothing beside it. */
const compose = z.strictObject({
  services: z.record(
    z.string(),
    z.strictObject({
      image: z.string(),
      entrypoint: z.array(z.string()).optional(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      volumes: z.array(z.string().regex(/^[^:]+:\/[^:]+(:ro)?$/)).optional(),
      depends_on: z.array(z.string()).optional(),
      deploy: z.strictObject({ replicas: z.int().positive() }).optional(),
      read_only: z.boolean().optional(),
      cap_drop: z.array(z.string()).optional(),
      restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
    }),
  ),
  volumes: z.record(z.string(), z.strictObject({})),
});

const secretValue = z.strictObject({ secretKeyRef: z.strictObject({ name, key: z.string() }) });
const pod = z.strictObject({
  restartPolicy: z.enum(['Always', 'OnFailure', 'Never']).optional(),
  containers: z
    .array(
      z.strictObject({
        name,
        image: z.string(),
        command: z.array(z.string()).optional(),
        args: z.array(z.string()).optional(),
        env: z.array(
          z.union([
            z.strictObject({ name: z.string(), value: z.string() }),
            z.strictObject({ name: z.string(), valueFrom: secretValue }),
          ]),
        ),
        ports: z.array(z.strictObject({ containerPort: z.int() })).optional(),
        volumeMounts: z.array(z.strictObject({ name, mountPath: z.string().startsWith('/') })).optional(),
        resources: z.record(z.enum(['requests', 'limits']), label).optional(),
        securityContext: z
          .strictObject({
            runAsNonRoot: z.boolean(),
            readOnlyRootFilesystem: z.boolean(),
            allowPrivilegeEscalation: z.boolean(),
            capabilities: z.strictObject({ drop: z.array(z.string()) }),
          })
          .optional(),
      }),
    )
    .min(1),
  volumes: z
    .array(
      z.union([
        z.strictObject({ name, configMap: z.strictObject({ name }) }),
        z.strictObject({ name, persistentVolumeClaim: z.strictObject({ claimName: name }) }),
      ]),
    )
    .optional(),
});
const labelled = z.strictObject({ metadata: z.strictObject({ labels: label }), spec: pod });
const metadata = z.strictObject({ name });
const selector = z.strictObject({ matchLabels: label });

/** The part of the Kubernetes API that is used, and nothing beside it. */
const manifest = z.discriminatedUnion('kind', [
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata,
    spec: z.strictObject({ selector: label, ports: z.array(z.strictObject({ name, port: z.int() })) }),
  }),
  z.strictObject({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('StatefulSet'),
    metadata,
    spec: z.strictObject({
      serviceName: name,
      replicas: z.int(),
      selector,
      template: labelled,
      volumeClaimTemplates: z.array(
        z.strictObject({
          metadata,
          spec: z.strictObject({
            accessModes: z.array(z.enum(['ReadWriteOnce', 'ReadWriteMany'])),
            resources: z.strictObject({ requests: label }),
          }),
        }),
      ),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('Deployment'),
    metadata,
    spec: z.strictObject({ replicas: z.int(), selector, template: labelled }),
  }),
  z.strictObject({
    apiVersion: z.literal('batch/v1'),
    kind: z.literal('Job'),
    metadata,
    spec: z.strictObject({ backoffLimit: z.int(), template: z.strictObject({ spec: pod }) }),
  }),
]);

test('the compose file is one, and what its services name is there', () => {
  const { services, volumes } = compose.parse(parse(text('cobre-workers.compose.yaml')));
  expect(Object.keys(services)).toEqual(['nats', 'worker', 'run']);
  for (const { depends_on = [], volumes: mounts = [] } of Object.values(services)) {
    for (const other of depends_on) expect(Object.keys(services)).toContain(other);
    for (const mount of mounts) {
      const [from = ''] = mount.split(':');
      expect(from.startsWith('./') || from in volumes, mount).toBe(true);
    }
  }
});

test('the Kubernetes manifest is one: selectors find their pods, mounts their volumes', () => {
  const documents = parseAllDocuments(text('cobre-workers.k8s.yaml')).map((one) => manifest.parse(one.toJS()));
  expect(documents.map(({ kind }) => kind)).toEqual(['Service', 'StatefulSet', 'Deployment', 'Job']);
  for (const one of documents) {
    if (one.kind === 'Service') continue;
    const { spec } = one.spec.template;
    if (one.kind !== 'Job') expect(one.spec.template.metadata.labels).toMatchObject(one.spec.selector.matchLabels);
    const claimed =
      one.kind === 'StatefulSet' ? one.spec.volumeClaimTemplates.map(({ metadata: own }) => own.name) : [];
    const known = [...(spec.volumes ?? []).map((volume) => volume.name), ...claimed];
    for (const { volumeMounts = [] } of spec.containers)
      for (const mount of volumeMounts) expect(known).toContain(mount.name);
  }
});

test.each(['cobre-workers.compose.yaml', 'cobre-workers.k8s.yaml', 'cobre-worker.service'])(
  'the programs and variables that %s names are those of cobre',
  (file) => {
    const flags = readFileSync(join(import.meta.dirname, '../packages/cobre/src/service/nats-flags.ts'), 'utf8');
    const variables = new Set(text(file).match(/COBRE_NATS\w*/g));
    expect(variables.size).toBeGreaterThan(0);
    for (const variable of variables) expect(flags).toContain(`'${variable}'`);
  },
);

test('the unit of a worker has what systemd asks of a service', () => {
  const unit = text('cobre-worker.service');
  const sections = [...unit.matchAll(/^\[(\w+)\]$/gm)].map(([, section]) => section);
  expect(sections).toEqual(['Unit', 'Service', 'Install']);
  for (const line of unit.split('\n')) expect(line, line).toMatch(/^(#.*|\[\w+\]|[A-Za-z]+=.*|)$/);
});
