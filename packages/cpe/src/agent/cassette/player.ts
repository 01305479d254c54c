import type { FaultRecord } from '@quadrivium/kernel/fault';
import { cpeFault, Fault } from '../../faults.js';
import type { HostResult, HostTool, ServerStatus, ToolCaller, ToolHost } from '../../host/tool-host.js';
import type { SessionTap } from '../agent-session.js';
import { textOf } from '../dialog.js';
import type { Generator, ModelFacts } from '../generator.js';
import {
  type CassetteLine,
  callKey,
  pieceKey,
  type RecordedServer,
  readCassette,
  requestDigest,
  resourceKey,
} from './cassette.js';

type LineOf<Kind extends CassetteLine['kind']> = Extract<CassetteLine, { kind: Kind }>;

/** Plays a cassette: no provider is asked and no server is started. A run that goes another way than the recorded one fails. */
export function player(path: string): SessionTap {
  const lines = readCassette(path);
  return {
    generator: async (facts) => playedGenerator(facts, lines),
    host: async () => playedHost(lines),
  };
}

function playedGenerator(model: ModelFacts, lines: readonly CassetteLine[]): Generator {
  const steps = lines.filter((line): line is LineOf<'step'> => line.kind === 'step');
  let next = 0;
  return {
    model,
    async step(request, listener) {
      const line = steps[next];
      next += 1;
      if (line === undefined) throw mismatch(`it has ${steps.length} steps of a model, and this run needs more`);
      if (line.request !== requestDigest(request))
        throw mismatch(`step ${next} of the model was asked something else then`);
      const text = textOf(line.step.message);
      if (text !== '') listener.onText?.(text);
      return line.step;
    },
  };
}

function playedHost(lines: readonly CassetteLine[]): ToolHost {
  const tools = lines.filter((line): line is LineOf<'tools'> => line.kind === 'tools');
  const first = tools[0];
  if (first === undefined) throw mismatch('no tools were recorded');
  let now = first;
  const caller = playedCaller(lines);
  const resources = new Tape(lines.filter((line): line is LineOf<'resource'> => line.kind === 'resource'));
  return {
    ...caller,
    tools: () => now.offered,
    everyTool: () => now.every,
    byProviderName: (name) => now.every.find((tool) => tool.providerName === name),
    servers: () => now.servers.map(statusOf),
    warnings: [],
    results: playedResults(lines),
    readResource: async (server, uri) =>
      revived(resources.take(resourceKey(server, uri), `the resource ${uri}`).result),
    async refresh() {
      const index = tools.indexOf(now) + 1;
      // The recorded change is due when the steps before it have been played; the digest of the next step checks it.
      if (tools[index] === undefined || !isDue(lines, tools[index], caller.played())) return false;
      now = tools[index];
      return true;
    },
    freshSession: () => caller,
  };
}

/** A listing is due once as many calls were made as stand before it. */
function isDue(lines: readonly CassetteLine[], listing: CassetteLine, callsMade: number): boolean {
  const before = lines.slice(0, lines.indexOf(listing)).filter(({ kind }) => kind === 'call').length;
  return callsMade >= before;
}

function playedCaller(lines: readonly CassetteLine[]): ToolCaller & { played(): number } {
  const calls = new Tape(lines.filter((line): line is LineOf<'call'> => line.kind === 'call'));
  let played = 0;
  return {
    played: () => played,
    async call(tool: HostTool, args: unknown) {
      played += 1;
      return revived(calls.take(callKey(tool, args), `${tool.server}/${tool.name} ${JSON.stringify(args)}`).result);
    },
    close: async () => undefined,
  };
}

function playedResults(lines: readonly CassetteLine[]): ToolHost['results'] {
  const pieces = new Map(
    lines.filter((line): line is LineOf<'piece'> => line.kind === 'piece').map(({ key, piece }) => [key, piece]),
  );
  const take = (key: string, id: string) => {
    const piece = pieces.get(key);
    if (piece === undefined) throw mismatch(`the kept result ${id} was not read then`);
    return piece;
  };
  let kept = 0;
  return {
    // Programs may keep results of their own; nothing of them needs to last longer than the run.
    async keep(text) {
      kept += 1;
      const id = `played-${kept}`;
      pieces.set(pieceKey(id, 'all'), { id, text, offset: 0, totalChars: text.length, nextOffset: undefined });
      return id;
    },
    read: async (id, query = {}) => take(pieceKey(id, query), id),
    get: async (id) => take(pieceKey(id, 'all'), id).text,
  };
}

/** Recorded answers by what was asked; equal questions get their answers in the order they came. */
class Tape<Line extends { readonly key: string }> {
  readonly #lines = new Map<string, Line[]>();

  constructor(lines: readonly Line[]) {
    for (const line of lines) this.#lines.set(line.key, [...(this.#lines.get(line.key) ?? []), line]);
  }

  take(key: string, what: string): Line {
    const line = this.#lines.get(key)?.shift();
    if (line === undefined) throw mismatch(`${what} was not asked for then`);
    return line;
  }
}

function revived(result: HostResult): HostResult {
  if (result.failure === undefined) return result;
  const { kind, message, ...details } = result.failure as unknown as FaultRecord;
  return { ...result, failure: new Fault(kind, message, details) };
}

function statusOf({ name, state, info }: RecordedServer): ServerStatus {
  const filter = { mode: 'all', total: 0, available: 0, filtered: 0, unmatched: [] } as const;
  return { name, state, info, failure: undefined, filter };
}

function mismatch(reason: string): Error {
  return cpeFault('CassetteMismatch', `The recording does not fit this run: ${reason}.`, {
    suggestion: 'Ask exactly what was asked then, with the same configuration, or record anew.',
  });
}
