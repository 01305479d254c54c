import type { TraceHeaders } from '@quadrivium/kernel/telemetry';
import { portariumFault } from '../faults.js';
import type { PrincipalId, WorkspaceId } from './ids.js';
import { isWithin } from './scope.js';

export const principalKinds = ['user', 'agent', 'service'] as const;
export type PrincipalKind = (typeof principalKinds)[number];

export const roles = ['admin', 'operator', 'approver', 'auditor', 'agent'] as const;
export type Role = (typeof roles)[number];

export interface Principal {
  readonly workspaceId: WorkspaceId;
  readonly principalId: PrincipalId;
  readonly kind: PrincipalKind;
  readonly displayName: string;
  readonly roles: readonly string[];
  readonly active: boolean;
  /** The person an agent or a service acts for. For separation of duties the two are one. */
  readonly onBehalfOf?: PrincipalId;
  /** The identity provider that says who this is, and with every sign-in which roles they have. */
  readonly provider?: string;
  /** What that provider calls them for itself, and nobody else ever (`sub`). */
  readonly subject?: string;
  readonly createdAtIso: string;
}

/** Who calls, as the front end found out. Comes with every call; nothing in a request body can replace it. */
export interface Caller {
  readonly workspaceId: WorkspaceId;
  readonly principalId: PrincipalId;
  readonly kind: PrincipalKind;
  readonly roles: readonly string[];
  /** What the credential was narrowed to; everything the roles give when left out. */
  readonly scopes?: readonly string[];
  /** The person behind an agent or service, when the credential says so; the stored principal may say so as well. */
  readonly onBehalfOf?: PrincipalId;
  /** The way in: `mcp`, `rest`, `cli`, `gateway`, `embedded`. Kept with what the caller does. */
  readonly via?: string;
  /** A process on the other end of a pipe that brought no key. It counts as an agent, whatever it calls itself. */
  readonly unproven?: true;
  readonly correlationId?: string;
  /** Which part of which trace the call is, where somebody keeps traces. */
  readonly trace?: TraceHeaders;
}

export type Permission = (typeof permissions)[number];

export const permissions = [
  'run:start',
  'run:read',
  'run:cancel',
  'run:intervene',
  'approval:read',
  'approval:decide',
  'approval:override',
  'work-item:read',
  'work-item:write',
  'workflow:read',
  'workflow:write',
  'policy:read',
  'policy:write',
  'agent:read',
  'agent:register',
  'agent:heartbeat',
  'agent:review',
  'task:work',
  'tool:propose',
  'evidence:read',
  'event:read',
  'workspace:admin',
] as const;

const reading: readonly Permission[] = [
  'run:read',
  'approval:read',
  'work-item:read',
  'workflow:read',
  'policy:read',
  'agent:read',
  'evidence:read',
  'event:read',
];

/** Auditors read and nothing else; approvers decide and read; agents work on what is offered to them. */
const granted: Readonly<Record<Role, readonly Permission[]>> = {
  admin: [
    ...reading,
    'run:start',
    'run:cancel',
    'run:intervene',
    'approval:decide',
    'approval:override',
    'work-item:write',
    'workflow:write',
    'policy:write',
    'agent:register',
    'agent:heartbeat',
    'agent:review',
    'task:work',
    'tool:propose',
    'workspace:admin',
  ],
  operator: [
    ...reading,
    'run:start',
    'run:cancel',
    'run:intervene',
    'work-item:write',
    'workflow:write',
    'agent:register',
    'agent:heartbeat',
    'tool:propose',
  ],
  approver: [...reading, 'approval:decide', 'work-item:write'],
  auditor: reading,
  agent: [
    'run:start',
    'run:read',
    'approval:read',
    'work-item:read',
    'workflow:read',
    'agent:register',
    'agent:heartbeat',
    'task:work',
    'tool:propose',
    'event:read',
  ],
};

type Holder = Pick<Caller, 'roles' | 'scopes'>;

export function permits({ roles: held, scopes }: Holder, permission: Permission): boolean {
  return isWithin(scopes, permission) && held.some((role) => granted[role as Role]?.includes(permission) ?? false);
}

/** Whether runs may be begun in this name. */
export function mayStartRuns(principal: Principal): boolean {
  return permits(principal, 'run:start');
}

export function permissionsOf(caller: Holder): readonly Permission[] {
  return permissions.filter((permission) => permits(caller, permission)).sort();
}

export function requirePermission(caller: Caller, permission: Permission): void {
  if (!permits(caller, permission)) throw notPermitted(caller, permission);
}

export function notPermitted(caller: Caller, permission: Permission) {
  const { principalId, roles: held, scopes } = caller;
  if (!isWithin(scopes, permission))
    return portariumFault('Forbidden', `This key may not do this: its scopes do not include ${permission}.`, {
      context: { permission, scopes },
      suggestion: 'Use a key whose scopes include it.',
    });
  return portariumFault('Forbidden', `"${principalId}" may not do this: it needs ${permission}.`, {
    context: { permission, roles: held },
    suggestion: 'Ask an administrator of the workspace for a role that includes it.',
  });
}

/** The person who counts: whoever an agent or service acts for, otherwise the principal itself. */
export function personBehind(principal: Pick<Caller, 'principalId' | 'onBehalfOf'>): PrincipalId {
  return principal.onBehalfOf ?? principal.principalId;
}
