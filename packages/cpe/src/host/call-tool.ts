import { noteOf, spill } from '@quadrivium/codemode/tools';
import type { Connection, TaskNews, ToolResult, ToolStart } from '@quadrivium/kernel/client';
import type { Defaults, ServerConfig } from '../config/schema.js';
import { cpeFault, type Fault } from '../faults.js';
import { withTimeoutAdvice } from './call-timeout.js';
import { type LinkReader, linkText, partsOf, resourcePart, structuredNote } from './result-parts.js';
import type { ResultStore } from './result-store.js';
import { failedCall, faultFrom, reportedFailure } from './tool-failure.js';
import type { HostCallOptions, HostPart, HostResult, HostTool, JsonObject } from './tool-host.js';

export interface CallSetup {
  readonly links: Defaults['resourceLinks'];
  readonly charLimit: number;
  readonly results: ResultStore;
  /** What is told of a call that goes on as a task. */
  readonly putAside: (tool: Named, task: TaskNews) => HostResult;
  /** The server as configured, to say which of its settings a fault is about. */
  readonly server?: ServerConfig | undefined;
}

type Named = Pick<HostTool, 'server' | 'name'>;

/** Calls a tool over a connection and turns whatever comes into a result. */
export async function callTool(
  connection: Connection,
  tool: HostTool,
  args: JsonObject,
  options: HostCallOptions,
  setup: CallSetup,
): Promise<HostResult> {
  let start: ToolStart | undefined;
  try {
    start = await connection.startTool(tool.name, args, {
      ...controlsOf(options),
      ...(options.taskPatienceMs === undefined ? { tasks: false } : {}),
    });
    return await startedResult(connection, tool, start, options, setup);
  } catch (error) {
    // Who stops a call wants it stopped, also where it has become a task.
    if (start?.kind === 'task' && options.signal?.aborted)
      void connection.cancelTask(start.task.taskId).catch(() => undefined);
    return failedCall(tool.server, tool.name, withTimeoutAdvice(faultFrom(error), setup.server));
  }
}

/** The result of a call, waited for as long as the caller has patience. A server may make a task of a call that wants none. */
export async function startedResult(
  connection: Connection,
  tool: Named,
  start: ToolStart,
  options: HostCallOptions,
  setup: CallSetup,
): Promise<HostResult> {
  const { taskPatienceMs = Number.POSITIVE_INFINITY } = options;
  const end =
    start.kind === 'result' ? start : await connection.waitForTask(start.task, taskPatienceMs, controlsOf(options));
  if (end.kind === 'task') return setup.putAside(tool, end.task);
  return hostResult(connection, tool, end.result, options, setup);
}

export function controlsOf({ signal, onProgress, timeoutMs }: HostCallOptions) {
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

async function hostResult(
  connection: Connection,
  { server, name }: Named,
  result: ToolResult,
  options: HostCallOptions,
  setup: CallSetup,
): Promise<HostResult> {
  const said = await partsOf(result.content, linkReader(connection, server, setup.links, options));
  const { parts, handle } = await spill(withNotes(said, result), options.charLimit ?? setup.charLimit, setup.results);
  const link = setup.links === 'error' ? result.content.find((block) => block.type === 'resource_link') : undefined;
  if (link !== undefined && !result.isError) {
    const { content, ...failed } = failedCall(server, name, linkRefused(server, name, link.uri));
    return { ...failed, content: [...content, ...parts], ...(handle === undefined ? {} : { handle }) };
  }
  return {
    content: parts,
    isError: result.isError,
    structuredContent: result.structuredContent,
    ...(handle === undefined ? {} : { handle }),
    ...(result.isError ? { failure: reportedFailure(server, name, said) } : {}),
  };
}

function withNotes(said: readonly HostPart[], { structuredContent, problems }: ToolResult): HostPart[] {
  const lost = problems
    .filter(({ kept }) => !kept)
    .map(({ reason }) => noteOf(`a part of the result was left out: ${reason}`));
  const parts = [...said, ...structuredNote(structuredContent, said), ...lost];
  return parts.length === 0 ? [noteOf('the tool returned no content')] : parts;
}

function linkReader(
  connection: Connection,
  server: string,
  mode: Defaults['resourceLinks'],
  options: HostCallOptions,
): LinkReader {
  if (mode === 'inline') return async ({ uri }) => readParts(connection, uri, options);
  return async (link) => [linkText(server, link)];
}

/** The result is an error because of the link; what else it says, and how to follow the link, is still told. */
function linkRefused(server: string, tool: string, uri: string): Fault {
  return cpeFault('ResourceLink', `the result contains a resource link (${uri}).`, {
    context: { server, tool, uri },
    suggestion: 'Set resourceLinks to text or inline to take links as results.',
  });
}

export async function readParts(connection: Connection, uri: string, options: HostCallOptions): Promise<HostPart[]> {
  const { contents } = await connection.readResource(uri, controlsOf(options));
  return contents.map(resourcePart);
}
