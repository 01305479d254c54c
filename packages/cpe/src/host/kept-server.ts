import { createHash } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import { attempt, isObject, type JsonObject } from '@quadrivium/kernel/essentials';
import type { ConfigWorld } from '../config/discover.js';
import type { ServerConfig } from '../config/schema.js';

/** How long a keeper may take to say a word; whoever is slower is done without. */
const PATIENCE_MS = 2_000;
const LONGEST_LINE = 64 * 1024;

type Place = Pick<ConfigWorld, 'cwd' | 'env' | 'platform'>;

/** What is said to a keeper before anything else, on a line of its own. */
export type KeeperQuestion =
  | { readonly ask: 'join'; readonly server: string; readonly fingerprint: string }
  | { readonly ask: 'status' }
  | { readonly ask: 'stop' };

/** The folder that only this user may enter; keepers listen there. */
export function keepFolder({ env }: Pick<Place, 'env'>): string {
  return env.XDG_RUNTIME_DIR ? join(env.XDG_RUNTIME_DIR, 'cpe-keep') : join(tmpdir(), `cpe-keep-${userInfo().uid}`);
}

/** Where the keeper of a configuration listens. Sockets have short names only, so the file is told by a hash. */
export function keeperAddress(world: Place, configPath: string): string {
  const name = hash(realPath(resolve(world.cwd, configPath))).slice(0, 24);
  if (world.platform === 'win32') return `\\\\.\\pipe\\cpe-keep-${userInfo().username}-${name}`;
  return join(keepFolder(world), `${name}.sock`);
}

/** Two servers with one fingerprint are the same: the same command in the same folder with the same variables of its own. */
export function fingerprintOf(server: ServerConfig, cwd: string): string {
  const { type, command, args = [], env = {}, cwd: own } = server;
  return hash(JSON.stringify([type, command, args, Object.entries(env).sort(), resolve(cwd, own ?? '.')]));
}

/** A stream to the kept server, or undefined where nobody keeps it as it is configured now. */
export async function keptPipe(address: string, name: string, fingerprint: string): Promise<Duplex | undefined> {
  const asked = await askKeeper(address, { ask: 'join', server: name, fingerprint });
  if (asked?.answer.kept === true) return asked.socket;
  asked?.socket.destroy();
  return undefined;
}

/** Asks one question; undefined when nobody listens, or nobody who speaks like a keeper. */
export async function askKeeper(
  address: string,
  question: KeeperQuestion,
): Promise<{ readonly socket: Socket; readonly answer: JsonObject } | undefined> {
  if (!isPrivate(address)) return undefined;
  const socket = connect(address);
  socket.on('error', () => undefined); // Its close says the same.
  const closed = new Promise<undefined>((done) => void socket.once('close', () => done(undefined)));
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.write(`${JSON.stringify(question)}\n`);
  const line = await Promise.race([firstLine(socket), closed]);
  socket.setTimeout(0);
  const answer = line === undefined ? undefined : parsed(line);
  if (answer !== undefined) return { socket, answer };
  socket.destroy();
  return undefined;
}

/** Reads up to the first line end; what came behind it is put back. Undefined for a line that no keeper writes. */
export function firstLine(socket: Socket): Promise<string | undefined> {
  return new Promise((done) => {
    let read = Buffer.alloc(0);
    const onData = (chunk: Buffer): void => {
      read = Buffer.concat([read, chunk]);
      const end = read.indexOf('\n');
      if (end < 0 && read.length <= LONGEST_LINE) return;
      socket.off('data', onData).pause();
      if (end >= 0 && end + 1 < read.length) socket.unshift(read.subarray(end + 1));
      done(end < 0 ? undefined : read.toString('utf8', 0, end));
    };
    socket.on('data', onData);
  });
}

/** Whoever else could write there could pose as a keeper and would be told every argument. */
export function isPrivate(address: string): boolean {
  if (process.platform === 'win32') return true;
  const folder = lstatSync(dirname(address), { throwIfNoEntry: false });
  return folder?.isDirectory() === true && folder.uid === userInfo().uid && (folder.mode & 0o077) === 0;
}

function parsed(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function realPath(path: string): string {
  return attempt(() => realpathSync(path), path);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
