import type { RunKey, WorkflowContext } from './workflow-context.js';

/** How a run stands once it has gone as far as it can for now. */
export type Standing = { readonly children: readonly RunKey[] } & (
  | { readonly is: 'over' }
  /** Somebody else holds it; if they die, it is free at this time. */
  | { readonly is: 'held'; readonly until: number }
  /** Without a time only a signal moves it. */
  | { readonly is: 'waiting'; readonly until?: number }
);

export const wakeSignal = 'wake';

/** One run from wherever it stands to its end, over what an engine offers. */
export async function carryRun(context: WorkflowContext, drive: (owner: string) => Promise<Standing>): Promise<void> {
  const owner = await context.uuid();
  for (let round = 1; ; round += 1) {
    const standing = await context.step(`as far as it goes, ${round}`, () => drive(owner));
    for (const child of standing.children) await context.child(child);
    if (standing.is === 'over') return;
    const { until } = standing;
    if (until !== undefined && until <= (await context.now())) continue;
    if (standing.is === 'held') await context.sleep(standing.until);
    else await context.waitSignal(wakeSignal, until);
  }
}
