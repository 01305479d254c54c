import { createHash } from 'node:crypto';
import { isObject } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import { cpeFault, type Fault } from '../faults.js';
import { changedLines } from './line-diff.js';
import type { ListedTool } from './tool-registry.js';

export const LOCK_FILE = 'cpe.lock';

/** As it is: a copy would leave out a member called `__proto__`. */
const anyObject = z.custom<Record<string, unknown>>(isObject, 'must be an object');

const LockedTool = z.strictObject({
  hash: z.string(),
  description: z.string(),
  inputSchema: anyObject,
  outputSchema: anyObject.optional(),
  annotations: anyObject.optional(),
});

const Lock = z.strictObject({
  version: z.literal(1),
  servers: z.record(z.string(), z.record(z.string(), LockedTool)),
});

export type Lock = z.output<typeof Lock>;
type LockedTool = z.output<typeof LockedTool>;

/** One difference between what was locked and what a server offers now. */
export interface LockChange {
  readonly server: string;
  readonly tool: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** What differs, line by line. */
  readonly diff: readonly string[];
}

/**
 * The definitions that somebody has looked at and agreed to. A server that later describes a tool in other words may be
 * trying to steer the model; the lock makes that visible.
 */
export function lockOf(tools: readonly ListedTool[], kept: Lock['servers'] = {}): Lock {
  const servers = new Map(Object.entries(kept).map(([server, entries]) => [server, new Map(Object.entries(entries))]));
  for (const tool of tools) {
    const entries = servers.get(tool.server) ?? new Map<string, LockedTool>();
    servers.set(tool.server, entries.set(tool.name, lockedTool(tool)));
  }
  const sorted = [...servers].map(([server, entries]) => [server, sortedRecord(entries)] as const);
  return { version: 1, servers: sortedRecord(new Map(sorted)) };
}

function sortedRecord<Value>(entries: ReadonlyMap<string, Value>): Record<string, Value> {
  return Object.fromEntries([...entries].sort(([a], [b]) => compare(a, b)));
}

export function lockText(lock: Lock): string {
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** Refuses a lock whose texts are not those that were hashed: somebody reads the texts, and programs the hashes. */
export function parseLock(text: string): Lock {
  const lock = readLock(text);
  for (const [server, tools] of Object.entries(lock.servers)) {
    for (const [tool, { hash, ...definition }] of Object.entries(tools)) {
      if (hashOf(definition) !== hash) throw tampered(server, tool);
    }
  }
  return lock;
}

function readLock(text: string): Lock {
  try {
    return Lock.parse(JSON.parse(text));
  } catch (error) {
    throw cpeFault('LockChanged', `${LOCK_FILE} cannot be read: ${(error as Error).message}`, {
      suggestion: 'Make it anew with cpe mcp lock.',
    });
  }
}

function tampered(server: string, tool: string): Fault {
  return cpeFault('LockChanged', `What ${LOCK_FILE} says about ${server}/${tool} does not fit its hash.`, {
    context: { server, tool },
    suggestion: 'It was changed by hand or by somebody else. Look at it, then make it anew with cpe mcp lock.',
  });
}

/** How the tools of these servers differ from the lock. Other servers of the lock are left alone. */
export function lockChanges(lock: Lock, tools: readonly ListedTool[], servers: readonly string[]): LockChange[] {
  const now = lockOf(tools).servers;
  return servers.flatMap((server) => {
    // Maps, because a server or a tool may be called `constructor`.
    const [before, after] = [toolsOf(lock.servers, server), toolsOf(now, server)];
    const names = [...new Set([...before.keys(), ...after.keys()])].sort(compare);
    return names.flatMap((tool) => changeOf(server, tool, before.get(tool), after.get(tool)));
  });
}

function toolsOf(servers: Lock['servers'], server: string): Map<string, LockedTool> {
  return new Map(Object.hasOwn(servers, server) ? Object.entries(servers[server] ?? {}) : []);
}

export function changeText({ server, tool, change, diff }: LockChange): string {
  return [`${server}/${tool} ${change}`, ...diff.map((line) => `  ${line}`)].join('\n');
}

/** All of them in a line. */
export function changeWords(changes: readonly LockChange[]): string {
  return changes.map(({ tool, change }) => `${tool} ${change}`).join(', ');
}

export function lockFault(changes: readonly LockChange[]): Fault {
  const message = `The tools differ from ${LOCK_FILE}:\n${changes.map(changeText).join('\n')}`;
  return cpeFault('LockChanged', message, {
    context: { changes },
    suggestion: 'Look at the differences, then accept them with cpe mcp lock.',
  });
}

function changeOf(server: string, tool: string, before?: LockedTool, after?: LockedTool): LockChange[] {
  if (before?.hash === after?.hash) return [];
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return [{ server, tool, change, diff: change === 'changed' ? changedLines(linesOf(before), linesOf(after)) : [] }];
}

function linesOf(tool: LockedTool | undefined): string[] {
  if (tool === undefined) return [];
  const { hash: _, description, ...rest } = tool;
  return [
    ...description.split('\n').map((line) => `description: ${line}`),
    ...JSON.stringify(rest, null, 2).split('\n'),
  ];
}

function lockedTool({ description, inputSchema, outputSchema, annotations }: ListedTool): LockedTool {
  const definition = {
    description,
    inputSchema: ordered(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: ordered(outputSchema) }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations: ordered(annotations) }),
  };
  return { hash: hashOf(definition), ...definition };
}

/** In one order, whatever order a file or a server has. */
function hashOf({ description, inputSchema, outputSchema, annotations }: Omit<LockedTool, 'hash'>): string {
  const definition = {
    description,
    inputSchema: ordered(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: ordered(outputSchema) }),
    ...(annotations === undefined ? {} : { annotations: ordered(annotations) }),
  };
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex');
}

/** The same value with sorted keys, so that a server may reorder them freely. */
function ordered(value: object): Record<string, unknown> {
  const sort = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(sort);
    return typeof each === 'object' && each !== null ? ordered(each) : each;
  };
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => compare(a, b)).map(([key, each]) => [key, sort(each)]));
}

/** By code unit, the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
