import { Fault } from '../../faults.js';
import type { ResultStore } from '../../host/result-store.js';
import type { ToolCaller, ToolHost } from '../../host/tool-host.js';
import type { SessionTap } from '../agent-session.js';
import type { Generator } from '../generator.js';
import { type CassetteLine, callKey, pieceKey, recordTo, requestDigest, resourceKey } from './cassette.js';

type Record = (line: CassetteLine) => void;

/** Writes everything that the model and the servers say into a cassette. */
export function recorder(path: string): SessionTap {
  const record = recordTo(path);
  return {
    generator: async (_, open) => recordingGenerator(await open(), record),
    host: async (open) => recordingHost(await open(), record),
  };
}

function recordingGenerator(generator: Generator, record: Record): Generator {
  return {
    model: generator.model,
    async step(request, listener, signal) {
      const digest = requestDigest(request);
      const step = await generator.step(request, listener, signal);
      record({ kind: 'step', model: generator.model.ref, request: digest, step });
      return step;
    },
  };
}

function recordingHost(host: ToolHost, record: Record): ToolHost {
  const recordTools = (): void =>
    record({
      kind: 'tools',
      offered: host.tools(),
      every: host.everyTool(),
      servers: host.servers().map(({ name, state, info }) => ({ name, state, info })),
    });
  recordTools();
  return {
    ...recordingCaller(host, record),
    tools: () => host.tools(),
    everyTool: () => host.everyTool(),
    byProviderName: (name) => host.byProviderName(name),
    servers: () => host.servers(),
    warnings: host.warnings,
    results: recordingResults(host.results, record),
    async readResource(server, uri, options) {
      const result = await host.readResource(server, uri, options);
      record({ kind: 'resource', key: resourceKey(server, uri), result: plain(result) });
      return result;
    },
    async refresh() {
      const changed = await host.refresh();
      if (changed) recordTools();
      return changed;
    },
    freshSession: () => recordingCaller(host.freshSession(), record),
  };
}

function recordingCaller(caller: ToolCaller, record: Record): ToolCaller {
  return {
    async call(tool, args, options) {
      const result = await caller.call(tool, args, options);
      record({ kind: 'call', key: callKey(tool, args), result: plain(result) });
      return result;
    },
    close: () => caller.close(),
  };
}

/** A fault is an error with a stack; its record says the same on paper. */
function plain<Result extends { readonly failure?: Fault }>(result: Result): Result {
  const { failure } = result;
  return failure instanceof Fault ? { ...result, failure: failure.toRecord() as unknown as Fault } : result;
}

function recordingResults(results: ResultStore, record: Record): ResultStore {
  return {
    keep: (text) => results.keep(text),
    async read(id, query = {}) {
      const piece = await results.read(id, query);
      record({ kind: 'piece', key: pieceKey(id, query), piece });
      return piece;
    },
    async get(id) {
      const text = await results.get(id);
      const piece = { id, text, offset: 0, totalChars: text.length, nextOffset: undefined };
      record({ kind: 'piece', key: pieceKey(id, 'all'), piece });
      return text;
    },
  };
}
