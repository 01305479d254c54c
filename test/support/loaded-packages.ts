import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

const packages = join(import.meta.dirname, '../../packages');

/** What a person may never need, and so waits until it is asked for. */
export const heavyPackages = [
  ...['vega', 'vega-lite', '@resvg/resvg-js', '@duckdb/node-api', 'apache-arrow'],
  ...['@nats-io/transport-node', '@nats-io/nats-core', '@nats-io/jetstream', '@nats-io/obj'],
  ...['@restatedev/restate-sdk', '@restatedev/restate-sdk-clients', 'pg'],
  ...[
    'nodemailer',
    'web-push',
    '@cedar-policy/cedar-wasm',
    '@opentelemetry/api',
    '@opentelemetry/sdk-trace-base',
    '@opentelemetry/sdk-metrics',
  ],
  ...['ioredis', 'unpdf', 'mammoth', 'fflate', 'docx', 'pdfmake', 'pdfkit', '@jsonresume/schema', 'ical-generator'],
];

const hook = `export async function load(url, context, next) {
  (await import('node:fs')).writeSync(2, 'loaded ' + url + '\\n');
  return next(url, context);
}`;
const asModule = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
const register = `import { register } from 'node:module'; register(${JSON.stringify(asModule(hook))});`;

export interface Loading {
  readonly packages: ReadonlySet<string>;
  readonly code: number | null;
  readonly output: string;
}

/**
 * The packages that a program loads, as the loader of modules is asked for them. It starts from its sources, because
 * bundles load nothing; its input is at an end, so that a server over stdio stops. `until` are the words after which a
 * program that would go on is stopped.
 */
export function packagesLoadedBy(source: string, args: readonly string[], until?: string): Promise<Loading> {
  const watching = ['--conditions=quadrivium-source', '--import', 'tsx', '--import', asModule(register)];
  const child = spawn(process.execPath, [...watching, join(packages, source), ...args], {
    cwd: dirname(packages),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      const isReady = until !== undefined && !output.includes(until) && (output + chunk).includes(until);
      output += chunk;
      // Once: asked again, it would go at once instead of in order.
      if (isReady) child.kill('SIGTERM');
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const names = [...output.matchAll(/^loaded file:.*\/node_modules\/((?:@[^/]+\/)?[^/\n]+)\//gm)];
      resolve({ packages: new Set(names.map(([, name = '']) => name)), code, output });
    });
  });
}
