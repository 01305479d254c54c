import { tasksExtension } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import type { ServerStatus, ToolHost } from '../../host/tool-host.js';
import { type AgentTool, textResult } from './agent-tool.js';
import { builtIn } from './built-in.js';

const MOST_SECONDS = 300;

const ReadTask = z.strictObject({
  server: z.string().describe('Name of the server'),
  task: z.string().describe('The id that was told when the call was put aside'),
  waitSeconds: z.int().min(0).max(MOST_SECONDS).default(0).describe('How long to wait for the end of it'),
});

const WatchResource = z.strictObject({
  server: z.string().describe('Name of the server'),
  uri: z.string().describe('Address of the resource'),
});

/** Tools about what goes on at servers by itself; each is there where a server has such things. */
export function liveTools(host: ToolHost): AgentTool[] {
  const ready = host.servers().filter(({ state }) => state === 'ready');
  return [
    ...(ready.some(hasTasks) && host.readTask !== undefined ? [readTask(host)] : []),
    ...(ready.some(hasSubscriptions) && host.watchResource !== undefined ? [watchResource(host)] : []),
  ];
}

function hasTasks({ info }: ServerStatus): boolean {
  const { tasks, extensions } = info?.capabilities ?? {};
  return tasks !== undefined || extensions?.[tasksExtension] !== undefined;
}

/** In the newer era whoever has resources can be listened to; before, servers said so. */
function hasSubscriptions({ info }: ServerStatus): boolean {
  return info?.capabilities.resources?.subscribe === true;
}

function readTask(host: ToolHost): AgentTool {
  const tool = builtIn(
    'read_task',
    'Tells how a call that was put aside as a task stands, and gives its result when it is over. It is told by itself when one ends, so there is no need to ask often.',
    ReadTask,
    async () => textResult(''),
  );
  return {
    ...tool,
    async use(args, context) {
      const parsed = ReadTask.safeParse(args);
      if (!parsed.success || host.readTask === undefined) return tool.use(args, context);
      const { server, task, waitSeconds } = parsed.data;
      return host.readTask(server, task, { ...context, taskPatienceMs: waitSeconds * 1000 });
    },
  };
}

function watchResource(host: ToolHost): AgentTool {
  return builtIn(
    'watch_resource',
    'Has it told when a resource of a server changes, with the next question of the user.',
    WatchResource,
    async ({ server, uri }, signal) => {
      await host.watchResource?.(server, uri, signal);
      return textResult(`From now on it is told when ${uri} of ${server} changes.`);
    },
  );
}
