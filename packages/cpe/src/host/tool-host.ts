import type { HostCallOptions, HostResult, HostTool, ToolCaller } from '@quadrivium/codemode/tools';
import type { ConnectionInfo } from '@quadrivium/kernel/client';
import type { Fault } from '../faults.js';
import type { ResultStore } from './result-store.js';

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

export interface ToolHost extends ToolCaller {
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
