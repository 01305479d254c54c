import type { WorkspaceId } from './ids.js';
import type { Environment } from './tier.js';

export interface Workspace {
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly environment: Environment;
  readonly createdAtIso: string;
  /** While frozen nothing is dispatched and nothing starts; reading goes on. */
  readonly frozen?: { readonly atIso: string; readonly by: string; readonly reason: string };
}
