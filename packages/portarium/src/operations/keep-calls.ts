import type { AuditEvent, AuditHook } from '@quadrivium/kernel';
import type { Deps } from '../app/deps.js';
import { noWorkspace } from '../domain/evidence.js';
import { callDraft } from './call-draft.js';
import type { CallerIdentity } from './caller.js';

/** The audit of every front: what no transaction has kept goes into the chain of calls before long. */
export function keepCalls({ calls }: Deps): AuditHook {
  return (event) => calls.keep(workspaceOfCall(event), callDraft(event));
}

/** The workspace whose chain it belongs to; none when the caller was let into none. */
function workspaceOfCall({ identity }: AuditEvent): string {
  const proven = identity.via === 'local' || identity.via === 'anonymous' ? undefined : identity.workspaces?.[0];
  const workspaceId = (identity as Partial<CallerIdentity>).caller?.workspaceId ?? proven ?? noWorkspace;
  return /^[A-Za-z0-9][\w.-]{0,99}$/.test(workspaceId) ? workspaceId : noWorkspace;
}
