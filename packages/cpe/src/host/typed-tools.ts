import { homedir } from 'node:os';
import { guestValue, rawValue, type Settled } from '@quadrivium/codemode/tools';
import { type ConfigWorld, readTextFile } from '../config/discover.js';
import { loadConfig } from '../config/load.js';
import { cpeFault } from '../faults.js';
import { userToolCache } from './cache/tool-cache.js';
import type { ConnectedHost } from './host.js';
import { openHost } from './open-host.js';
import type { HostCallOptions, HostPart, HostTool } from './tool-host.js';

/** The whole result of a call; a failure that the tool reports is in it. */
export interface RawResult {
  readonly content: readonly HostPart[];
  readonly structuredContent?: unknown;
  readonly isError: boolean;
}

type Rest<Input> =
  Record<never, never> extends Input
    ? [input?: Input, options?: HostCallOptions]
    : [input: Input, options?: HostCallOptions];

/** A tool as a function. A call that fails throws a `Fault` with the words of the tool. */
export interface Tool<Input, Output> {
  (...given: Rest<Input>): Promise<Output>;
  raw(...given: Rest<Input>): Promise<RawResult>;
}

/** Which tools of which servers, by the names that a program uses. Written by `cpe mcp emit-ts`. */
export type ToolNames = Readonly<
  Record<string, { readonly server: string; readonly tools: Readonly<Record<string, string>> }>
>;

export interface ToolClientOptions {
  /** The configuration file; found as `cpe` finds it when left out. */
  readonly config?: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  readonly onWarning?: (warning: string) => void;
}

export interface ToolClient<Tools> {
  readonly tools: Tools;
  close(): Promise<void>;
}

/** Connects to the servers that the names are about. What is not as it was when they were written fails when it is called. */
export async function connectTools<Tools>(
  names: ToolNames,
  options: ToolClientOptions = {},
): Promise<ToolClient<Tools>> {
  const only = Object.values(names).map(({ server }) => server);
  const world = worldOf(options);
  const host = await openHost(loadConfig(world, options.config, { needed: only }), {
    only,
    cache: userToolCache(world),
    ...(options.env === undefined ? {} : { env: options.env }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.onWarning === undefined ? {} : { onWarning: options.onWarning }),
  });
  const tools = Object.entries(names).map(([identifier, { server, tools: each }]) => {
    const functions = Object.entries(each).map(([name, original]) => [name, toolOver(host, server, original)]);
    return [identifier, Object.fromEntries(functions)];
  });
  return { tools: Object.fromEntries(tools) as Tools, close: () => host.close() };
}

function worldOf({ cwd = process.cwd(), env = process.env }: ToolClientOptions): ConfigWorld {
  return { cwd, home: homedir(), platform: process.platform, env, readText: readTextFile };
}

function toolOver(host: ConnectedHost, server: string, name: string): Tool<unknown, unknown> {
  const call = async (meaning: typeof guestValue, input: unknown = {}, options: HostCallOptions = {}) => {
    const find = () => host.everyTool().find((each) => each.server === server && each.name === name);
    if (find() === undefined) await host.settle(server);
    const tool = find();
    if (tool === undefined) throw gone(server, name);
    return settled(
      meaning(tool, await host.call(tool, input, { charLimit: Number.POSITIVE_INFINITY, ...options })),
      tool,
    );
  };
  const plain = (input?: unknown, options?: HostCallOptions) => call(guestValue, input, options);
  const raw = (input?: unknown, options?: HostCallOptions) => call(rawValue, input, options) as Promise<RawResult>;
  return Object.assign(plain, { raw });
}

function settled(outcome: Settled, { server, name }: HostTool): unknown {
  if (outcome.ok) return outcome.value;
  const { message, structured, kind } = outcome.error;
  throw cpeFault('ToolFailed', message, { context: { server, tool: name, reason: kind, structured } });
}

function gone(server: string, tool: string): Error {
  return cpeFault('UnknownTool', `${server} offers no tool ${tool} any more.`, {
    context: { server, tool },
    suggestion: 'Write the client anew with cpe mcp emit-ts.',
  });
}
