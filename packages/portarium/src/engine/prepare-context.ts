import type { Run } from '../domain/run.js';
import type { Tx } from '../domain/store-port.js';
import type { ToolCatalog } from './catalog.js';
import type { PrepareContext } from './prepare-call.js';
import { settingsOf } from './settings.js';

/** What has to be known before a call of this run can be judged. Read once per transaction. */
export async function prepareContext(tx: Tx, run: Run, catalog: ToolCatalog): Promise<PrepareContext> {
  const { agentId, initiatedBy } = run;
  const initiator = await tx.principals.get(initiatedBy);
  const agent = agentId === undefined ? undefined : await tx.agents.get(agentId);
  return { tx, run, settings: await settingsOf(tx), catalog, initiatorRoles: initiator?.roles ?? [], agent };
}

/** The run and those above it, the nearest first. What limits one of them limits whatever it started. */
export async function lineOf(tx: Tx, run: Run): Promise<readonly [Run, ...Run[]]> {
  const line: [Run, ...Run[]] = [run];
  for (let above = run.parent; above !== undefined; ) {
    const parent = await tx.runs.get(above.runId);
    if (parent === undefined) break;
    line.push(parent);
    above = parent.parent;
  }
  return line;
}

export const rootOf = (line: readonly [Run, ...Run[]]): Run => line.at(-1) ?? line[0];
