import { inOrder, type Operation } from '@quadrivium/kernel';
import * as members from './index.js';

/** Each in the shape of all, because no two of them have the same type. */
const entries = Object.entries(members) as readonly unknown[] as readonly [string, Operation][];

/**
 * Everything that can be asked of the control plane. The route of each operation, its entry in OpenAPI, its client call,
 * its command, its record in the chain of calls and, where it is one, its tool follow.
 */
export const operations = inOrder(entries.map(named), [
  'portarium_run_start',
  'portarium_run_get',
  'portarium_run_cancel',
  'portarium_work_items_list',
  'portarium_approval_submit',
  'portarium_agent_register',
  'portarium_agent_heartbeat',
]);

/** OpenAPI knows a route by the name that its operation is exported under. */
function named([operationId, { rest, ...operation }]: readonly [string, Operation]): Operation {
  return rest === undefined ? operation : { ...operation, rest: { operationId, ...rest } };
}
