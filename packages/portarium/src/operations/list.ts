import type { Operation } from '@quadrivium/kernel';
import * as members from './index.js';

/** Clients cache the list of tools, so those of the specification keep their order; all else stands by name, after them. */
const specified = [
  'portarium_run_start',
  'portarium_run_get',
  'portarium_run_cancel',
  'portarium_work_items_list',
  'portarium_approval_submit',
  'portarium_agent_register',
  'portarium_agent_heartbeat',
];

/**
 * Everything that can be asked of the control plane. The route of each operation, its entry in OpenAPI, its client call,
 * its command, its record in the chain of calls and, where it is one, its tool follow.
 */
export const operations: readonly Operation[] = (Object.entries(members) as readonly unknown[] as [string, Operation][])
  .map(([name, operation]) => named(name, operation))
  .sort((a, b) => (a.name < b.name ? -1 : 1))
  .sort((a, b) => place(a) - place(b));

/** OpenAPI knows a route by the name that its operation is exported under. */
function named(operationId: string, { rest, ...operation }: Operation): Operation {
  return rest === undefined ? operation : { ...operation, rest: { operationId, ...rest } };
}

function place({ name }: Operation): number {
  return specified.includes(name) ? specified.indexOf(name) : specified.length;
}
