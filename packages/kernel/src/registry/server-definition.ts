import type { Icon, JSONObject, Server, ServerCapabilities, ServerContext } from '@modelcontextprotocol/server';

import type { Identity } from '../identity.js';
import type { ErrorProfile } from './error-profile.js';
import type { Operation } from './operation.js';
import type { Front, OperationContext } from './operation-context.js';
import type { PromptDefinition } from './prompt.js';
import type { ResourceDefinition } from './resource.js';
import type { SkillDefinition } from './skill.js';
import type { TaskPort } from './task.js';

/** What a caller asks, before anything of it is checked: it may name the place in which the caller has to be known. */
export interface Asked {
  readonly front: Front;
  readonly args: unknown;
}

/** Everything a server is, as data; `createRuntime` turns it into something that can be served. */
export interface ServerDefinition {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly instructions?: string;
  readonly icons?: readonly Icon[];
  /** Shown beside each tool, resource and prompt that has no icon of its own. */
  readonly itemIcons?: readonly Icon[];
  readonly operations?: readonly Operation[];
  /** Where operations come and go while the server runs: hands over the whole list whenever it has changed. */
  watchOperations?(changed: (operations: readonly Operation[]) => void): void;
  /** What its operations work with; each of them finds it in its context. */
  readonly app?: unknown;
  readonly resources?: readonly ResourceDefinition[];
  readonly prompts?: readonly PromptDefinition[];
  /** How work is done here, for models that ask; declared from 2025-11-25 on. */
  readonly skills?: readonly SkillDefinition[];
  /** How refusals and failures of tools look on the wire; each seed wants its own. */
  readonly errorProfile: ErrorProfile;
  /**
   * What is masked in answers. `suspicious` (the default): registered secrets and whatever looks or is called like one.
   * `certain`: registered secrets only, for a server whose answers are people's own words and come back to it.
   */
  readonly masks?: 'suspicious' | 'certain';
  /** `opt-in` (the default) refuses writes until the operator allows them; `open` is for servers that exist to write. */
  readonly writes?: 'opt-in' | 'open';
  /** The sentence a refused write gets, where a seed fixes it. */
  readonly writeRefusal?: string;
  /** The capability object of `initialize`, where a seed fixes it; derived from the lists otherwise. */
  readonly capabilities?: ServerCapabilities | ((revision: string) => ServerCapabilities);
  /** Extensions by their identifier with their settings, from 2025-11-25 on; tasks and MCP Apps declare themselves. */
  readonly extensions?: Readonly<Record<string, JSONObject>>;
  /** Where tasks live that this process does not run itself; see `asTask`. */
  readonly tasks?: TaskPort;
  /** How long a modern client may keep lists, in milliseconds; a minute when left out. */
  readonly listTtlMs?: number;
  /** Verifies `requestState` that comes back from a client, when tools mint it. */
  readonly verifyRequestState?: (state: string, context: ServerContext) => unknown;
  /** Who is behind a call, where the transport knows less than the server; a fault where nobody may be. */
  identify?(found: Identity, asked: Asked): Identity | Promise<Identity>;
  /** Refuses, by throwing a fault, a caller that lacks the permission an operation `needs`. */
  authorize?(needs: string, context: OperationContext, args: unknown, operation: string): void | Promise<void>;
  /** Ends work under way when the process is asked to stop, before connections close, so that callers still get their answers. */
  beforeStop?(graceMs: number): Promise<void>;
  /** Registers what the registry does not know (subscriptions, extensions) on every new server. */
  extend?(server: Server): void;
}
