/**
 * What servers may try, and what becomes of it: one table for everybody who talks to servers. The servers are real
 * processes, `test/fixtures/hostile-server.mjs` with the name of the case.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const HOSTILE_SERVER = fileURLToPath(new URL('../fixtures/hostile-server.mjs', import.meta.url));

export type HostileTransport = 'stdio' | 'http';

export interface HostileCase {
  readonly name: string;
  /** Arguments of the call. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** What comes of calling its tool: the kind of the fault, or text of the result. */
  readonly fault?: 'ProtocolError' | 'CallTimeout';
  readonly text?: string;
  /** Said about the result, which is delivered all the same. */
  readonly problem?: RegExp;
  /** Said about the list of its tools. */
  readonly listProblem?: RegExp;
  /** Its tool is left out of the list; the others are there. */
  readonly leftOut?: true;
  readonly transports?: readonly HostileTransport[];
}

/** Why a check came to no verdict depends on how busy the machine is; that the result comes all the same does not. */
const late = /not checked against the output schema: /;
/** What a case does to a schema or a list is the same over every transport. */
const pipe = ['stdio'] as const;
const endless = `${'a'.repeat(60)}b`;

export const hostileCases: readonly HostileCase[] = [
  { name: 'pattern-output', text: 'structured', problem: late },
  { name: 'pattern-input', args: { a: endless }, text: 'done', transports: pipe },
  { name: 'pattern-properties', text: 'structured', problem: late, transports: pipe },
  { name: 'any-of-14', text: 'structured', listProblem: /outputSchema had .* too much in it/, transports: pipe },
  // How far a worker comes in its second depends on the machine; that it answers does not.
  { name: 'any-of-11', args: { a: 'x' }, text: 'structured', problem: /output schema/, transports: pipe },
  { name: 'reference-tree', args: { a: 'x' }, text: 'structured', problem: late, transports: pipe },
  { name: 'reference-loop', text: 'structured', problem: late, transports: pipe },
  { name: 'unique-items', text: 'structured', problem: late, transports: pipe },
  { name: 'huge-enum', leftOut: true, listProblem: /inputSchema has more than 20000 members/, transports: pipe },
  { name: 'deep-schema', leftOut: true, listProblem: /nests deeper than 64 levels/, transports: pipe },
  { name: 'async-schema', args: { a: 'x' }, text: 'structured', problem: /\/a must be string/, transports: pipe },
  { name: 'own-properties', text: 'structured', transports: pipe },
  { name: 'deep-result', fault: 'ProtocolError' },
  { name: 'deep-error', fault: 'ProtocolError' },
  { name: 'deep-news', text: 'after the news', transports: pipe },
  // On the stream of a request, news that are too much are too much of its answer.
  { name: 'deep-news', fault: 'ProtocolError', transports: ['http'] },
  { name: 'many-containers', fault: 'ProtocolError' },
  { name: 'long-description', text: 'done', listProblem: /title, description was cut/, transports: pipe },
  { name: 'long-instructions', text: 'done' },
  { name: 'many-tools', text: 'done', listProblem: /more than 20000 entries/ },
  { name: 'too-many-tools', text: 'done', listProblem: /more than 20000 entries/, transports: pipe },
  { name: 'long-name', text: 'done', listProblem: /name has 100000 characters/, transports: pipe },
  { name: 'endless-pages', text: 'done', listProblem: /more than 1000 pages/, transports: pipe },
  { name: 'endless-progress', fault: 'CallTimeout' },
  { name: 'silent', fault: 'CallTimeout' },
  { name: 'long-answer', fault: 'ProtocolError' },
  // A line without end is thrown away as it comes; that it will never end is only known when the time is over.
  { name: 'endless-answer', fault: 'CallTimeout', transports: ['stdio'] },
  { name: 'endless-answer', fault: 'ProtocolError', transports: ['http'] },
  { name: 'big-body', fault: 'ProtocolError', transports: ['http'] },
  { name: 'endless-event', fault: 'ProtocolError', transports: ['http'] },
  { name: 'endless-comments', fault: 'CallTimeout', transports: ['http'] },
  { name: 'gzip-bomb', fault: 'ProtocolError', transports: ['http'] },
  { name: 'escapes', text: 'found' },
  { name: 'escape-flood', text: '\u001b]', transports: pipe },
  { name: 'built-in-names', text: 'stolen by evil', transports: pipe },
  { name: 'odd-names', listProblem: /name cannot be used/, text: 'this is evil', transports: pipe },
];

/** Every case over every transport that it is about. */
export const hostileRows = hostileCases.flatMap((each) =>
  (each.transports ?? (['stdio', 'http'] as const)).map((transport) => [each.name, transport, each] as const),
);

/** A hostile server behind HTTP; the function ends it. */
export async function serveHostile(
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const child = spawn(process.execPath, [HOSTILE_SERVER, name, 'http'], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return {
    url: `http://127.0.0.1:${port.trim()}/mcp`,
    close: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
