import { isObject } from '@quadrivium/kernel/essentials';
import { cpeFault } from '../../faults.js';
import type { ConfigWorld } from '../discover.js';
import type { Raw } from '../rules/rule.js';
import type { Imported, ImportSource } from './import-source.js';
import { importSources } from './index.js';

const SECRET_NAME = /key|token|secret|passw|auth|cred/i;

export interface ImportWish {
  /** The name of a program; found out from the file when left out. */
  readonly from?: string | undefined;
  /** A file; where the program keeps its own when left out. */
  readonly file?: string | undefined;
}

/** Reads the servers of another program. */
export function importServers(
  world: ConfigWorld,
  wish: ImportWish,
): Imported & { readonly file: string; readonly title: string } {
  const sources = wish.from === undefined ? importSources : [sourceNamed(wish.from)];
  const { file, text } = wish.file === undefined ? firstPlace(world, sources) : fileNamed(world, wish.file);
  const { source, servers } = recognise(world, sources, file, text);
  return { file, title: source.title, ...converted(servers, source) };
}

function sourceNamed(name: string): ImportSource {
  const source = importSources.find((each) => each.name === name);
  if (source !== undefined) return source;
  const names = importSources.map((each) => each.name).join(', ');
  throw cpeFault('Usage', `cpe cannot import from ${name}.`, { suggestion: `It can from: ${names}.` });
}

function fileNamed(world: ConfigWorld, file: string): { file: string; text: string } {
  const text = world.readText(file);
  if (text === undefined) throw cpeFault('ImportFailed', `The file ${file} does not exist.`, { context: { file } });
  return { file, text };
}

function firstPlace(world: ConfigWorld, sources: readonly ImportSource[]): { file: string; text: string } {
  const places = sources.flatMap((source) => source.places(world));
  for (const file of places) {
    const text = world.readText(file);
    if (text !== undefined) return { file, text };
  }
  throw cpeFault('ImportFailed', 'No configuration of another program was found.', {
    context: { places },
    suggestion: `Looked at ${places.join(', ')}. Name a file to import another.`,
  });
}

function recognise(
  world: ConfigWorld,
  sources: readonly ImportSource[],
  file: string,
  text: string,
): { source: ImportSource; servers: Raw } {
  const reasons: string[] = [];
  // A file in its own place belongs to its program, whatever else it looks like.
  const ordered = [...sources].sort(
    (a, b) => Number(b.places(world).includes(file)) - Number(a.places(world).includes(file)),
  );
  for (const source of ordered) {
    try {
      const value = source.parse(text);
      const servers = isObject(value) ? source.serversIn(value, world) : undefined;
      if (servers !== undefined) return { source, servers };
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  const detail =
    reasons[0] === undefined || ordered.length > 1 ? 'it names no MCP servers in a form that is known' : reasons[0];
  throw cpeFault('ImportFailed', `${file} cannot be imported: ${detail}.`, { context: { file, reasons } });
}

function converted(servers: Raw, source: ImportSource): Imported {
  const notes: string[] = [];
  const result: Record<string, Raw> = {};
  for (const [written, server] of Object.entries(servers)) {
    if (!isObject(server)) continue;
    const name = ourName(written);
    if (name !== written) notes.push(`${written}: is called ${name} here`);
    if (speaksWebSocket(server)) {
      notes.push(
        `${name}: speaks WebSocket, which cpe does not, and is left out; ask whether it has an http address too`,
      );
      continue;
    }
    const ours = source.convert(server, (text) => notes.push(`${name}: ${text}`));
    if (ours === undefined) notes.push(`${name}: is switched off there and left out`);
    else {
      result[name] = ours;
      notes.push(...secretsIn(ours).map((field) => `${name}: ${field} stands in the file; a variable would be safer`));
    }
  }
  return { servers: result, notes };
}

function speaksWebSocket({ type, transport, url }: Raw): boolean {
  return /^(ws|wss|websocket)$/i.test(String(type ?? transport ?? '')) || /^wss?:/i.test(String(url ?? ''));
}

/** A name that a configuration takes. */
export function ourName(name: string): string {
  return (
    name
      .replace(/[^A-Za-z0-9_.-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 64) || 'server'
  );
}

/** Names of variables and headers that seem to hold a secret in clear. */
export function secretsIn({ env, headers }: Raw): string[] {
  const values = { ...(isObject(env) ? env : {}), ...(isObject(headers) ? headers : {}) };
  const isLiteral = ([, value]: [string, unknown]): boolean =>
    typeof value === 'string' && value !== '' && !value.includes('${');
  return Object.entries(values)
    .filter(isLiteral)
    .map(([name]) => name)
    .filter((name) => SECRET_NAME.test(name));
}
