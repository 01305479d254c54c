import type { HostCallOptions, HostResult, HostTool, ToolCaller } from '@quadrivium/codemode/tools';
import type { ConnectionInfo, Skill } from '@quadrivium/kernel/client';
import type { Fault } from '../faults.js';
import type { ResultStore } from './result-store.js';
import type { TaskDesk } from './tasks/task-desk.js';
import type { WatchedResources } from './watched-resources.js';

export type {
  HostCallOptions,
  HostPart,
  HostResult,
  HostTool,
  JsonObject,
  Progress,
  ToolCaller,
} from '@quadrivium/codemode/tools';

/** How one configured server is doing. */
export interface ServerStatus {
  readonly name: string;
  readonly state: 'ready' | 'failed' | 'skipped';
  readonly info: ConnectionInfo | undefined;
  readonly failure: Fault | undefined;
  readonly filter: FilterStatistics;
}

export interface FilterStatistics {
  readonly mode: 'all' | 'whitelist' | 'blacklist';
  readonly total: number;
  readonly available: number;
  readonly filtered: number;
  /** Names and patterns of the filter that no tool matches. */
  readonly unmatched: readonly string[];
}

/** A skill, and the server that has it. */
export interface HostSkill {
  readonly server: string;
  readonly skill: Skill;
}

/** What only servers that are really there can do; a recording has none of it. */
export interface LiveServers {
  /** Calls that were put aside as tasks. */
  readonly tasks: TaskDesk;
  /** How long a call of this server that became a task is waited for; undefined waits to its end. */
  patienceMs(server: string): number | undefined;
  readTask(server: string, taskId: string, options?: HostCallOptions): Promise<HostResult>;
  /** Asks a server that is only remembered what it offers now. */
  settle(server: string): Promise<void>;
  readonly watched: WatchedResources;
  watchResource(server: string, uri: string, signal?: AbortSignal): Promise<void>;
  skills(): Promise<readonly HostSkill[]>;
  readSkill(skill: HostSkill, path?: string, signal?: AbortSignal): Promise<string>;
}

export interface ToolHost extends ToolCaller, Partial<LiveServers> {
  /** The tools a model is offered, servers in the order of the file. Of tools with one name only the first. */
  tools(): readonly HostTool[];
  /** Also those that were left out because another server came first; programs reach them by server and name. */
  everyTool(): readonly HostTool[];
  byProviderName(providerName: string): HostTool | undefined;
  servers(): readonly ServerStatus[];
  /** In the order they arose. New ones are also given to `onWarning`. */
  readonly warnings: readonly string[];
  readonly results: ResultStore;
  readResource(server: string, uri: string, options?: HostCallOptions): Promise<HostResult>;
  /** Lists again what servers said has changed; true when that changed the tools. For the pause between two turns. */
  refresh(): Promise<boolean>;
  /** Connects each server anew on its first call; for one execution, then close it. */
  freshSession(): ToolCaller;
}
