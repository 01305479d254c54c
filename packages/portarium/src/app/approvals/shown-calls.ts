/**
 * What people are shown of planned calls. Whoever may decide sees the arguments to the letter, because they are what will
 * be sent; only values registered as secrets of this installation are masked, and a call that holds one cannot be
 * approved. Everybody else sees them with whatever looks like a secret masked.
 */
import { isObject } from '@quadrivium/kernel/essentials';
import type * as view from '../../answers/index.js';
import type { Approval } from '../../domain/approval.js';
import type { Plan, PlannedCall } from '../../domain/plan.js';
import { type Caller, permits } from '../../domain/principal.js';
import { type Fault, portariumFault } from '../../faults.js';
import type { Deps } from '../deps.js';

type Masks = Pick<Deps, 'redact' | 'maskSecrets'>;

const registered = 'a secret of this installation';
const lookalike = 'looks like a secret, and you are not among those who decide';

export function seesRaw(caller: Caller, { agentApprovers }: Pick<Approval, 'agentApprovers'>): boolean {
  return caller.kind === 'agent' ? agentApprovers.includes(caller.principalId) : permits(caller, 'approval:decide');
}

export function shownCalls(masks: Masks, calls: readonly PlannedCall[], raw: boolean): readonly view.PlannedCallView[] {
  return calls.map((call) => {
    const shown = raw ? masks.maskSecrets(call) : masks.redact(call);
    const why = raw ? registered : lookalike;
    const masked = changedPaths(call.arguments, shown.arguments).map((path) => ({ path, why }));
    return masked.length === 0 ? shown : { ...shown, masked };
  });
}

/** Nobody agrees to what nobody can see. */
export function unseenIn(masks: Masks, plan: Plan | undefined): Fault | undefined {
  const hidden = (plan?.calls ?? []).flatMap((call) =>
    changedPaths(call, masks.maskSecrets(call)).map((path) => `${call.stepId}: ${path}`),
  );
  if (plan !== undefined && hidden.length === 0) return undefined;
  const what = plan === undefined ? 'Its plan is not there.' : `It would send ${registered} in ${hidden.join(', ')}.`;
  return portariumFault('Forbidden', `This cannot be approved, because nobody can see all of it. ${what}`, {
    context: { hidden },
    suggestion: 'Name a credential instead of writing the secret into the arguments, and revise the plan.',
  });
}

/** Where two values of the same shape differ, as in `headers.authorization` or `items[0]`. */
function changedPaths(before: unknown, after: unknown, at = ''): readonly string[] {
  if (Array.isArray(before) && Array.isArray(after))
    return before.flatMap((item: unknown, index) => changedPaths(item, after[index], `${at}[${index}]`));
  if (!isObject(before) || !isObject(after)) return Object.is(before, after) ? [] : [at === '' ? '(all of it)' : at];
  return Object.keys(before).flatMap((name) =>
    changedPaths(
      before[name],
      Object.hasOwn(after, name) ? after[name] : undefined,
      at === '' ? name : `${at}.${name}`,
    ),
  );
}
