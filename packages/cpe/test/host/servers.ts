import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect } from 'vitest';
import { Config } from '../../src/config/schema.js';
import type { ConnectedHost } from '../../src/host/host.js';
import { type HostOptions, openHost } from '../../src/host/open-host.js';
import { fileResultStore } from '../../src/host/result-store.js';
import type { HostResult, HostTool } from '../../src/host/tool-host.js';

const MISBEHAVING = fileURLToPath(new URL('../../../kernel/test/fixtures/misbehaving-server.mjs', import.meta.url));
export const TOOLBOX = fileURLToPath(new URL('../fixtures/toolbox-server.mjs', import.meta.url));

const cleanups: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await expectNoneLeft(mark);
  mark = newMark();
});

export function afterThisTest(cleanup: () => Promise<unknown> | unknown): void {
  cleanups.push(cleanup);
}

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cpe-'));
  afterThisTest(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Marks every process of a test, so that one left behind can be found by its environment. */
export function newMark(): string {
  return `mark-${process.pid}-${Math.random().toString(36).slice(2)}`;
}

let mark = newMark();

/** Further fields of the server in the configuration. */
interface More {
  readonly env?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** A process that is looked for after the test: whatever happened to it there, it must be gone. */
function watched(args: readonly string[], { env, ...more }: More): object {
  return { type: 'stdio', command: process.execPath, args, env: { CPE_TEST_SERVER: mark, ...env }, ...more };
}

/** A server that misbehaves in these manners. */
export function misbehaving(manners = '', more: More = {}): object {
  return watched([MISBEHAVING, manners], more);
}

/** A well-behaved server with tools made for these tests. */
export function toolbox(more: More = {}, ...tools: string[]): object {
  return watched([TOOLBOX, ...tools], more);
}

export interface Opened {
  readonly host: ConnectedHost;
  readonly warnings: readonly string[];
}

/** A host over these servers; closed after the test. */
export async function open(
  mcpServers: object,
  options: HostOptions = {},
  defaults: object = {},
): Promise<ConnectedHost> {
  const config = Config.parse({ mcpServers, defaults });
  let next = 0;
  const results = fileResultStore(join(freshFolder(), 'results'), () => `r${++next}`);
  const host = await openHost({ config, skipped: new Map() }, { results, ...options });
  afterThisTest(() => host.close());
  return host;
}

export function tool(host: ConnectedHost, name: string): HostTool {
  const found = host.everyTool().find((each) => each.name === name);
  if (found === undefined) throw new Error(`no tool ${name} among ${host.everyTool().map((each) => each.name)}`);
  return found;
}

/** A tool that its server knows but does not list, as the misbehaving one has many. */
export function unlisted(host: ConnectedHost, name: string): HostTool {
  return { ...tool(host, 'echo'), name, providerName: name };
}

export function textOf(result: HostResult): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)).join('\n');
}

/** Starts the misbehaving server behind HTTP or SSE; ended after the test. */
export async function serve(manners: string): Promise<string> {
  const child = spawn(process.execPath, [MISBEHAVING, manners], { stdio: ['pipe', 'pipe', 'inherit'] });
  afterThisTest(async () => {
    child.stdin.end();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const [port] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return `http://127.0.0.1:${port.trim()}/mcp`;
}

/** Process ids whose environment has the mark. Linux only, like the test that uses it. */
export function marked(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => environmentOf(pid).includes(mark))
    .map(Number);
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

export const canSeeProcesses = process.platform === 'linux';

/** No process with the mark is left; ends that are under way are waited for. */
export async function expectNoneLeft(mark: string, patienceMs = 300_000): Promise<void> {
  if (!canSeeProcesses) return;
  const until = Date.now() + patienceMs;
  while (marked(mark).length > 0 && Date.now() < until) await sleep(25);
  expect(marked(mark)).toEqual([]);
}
