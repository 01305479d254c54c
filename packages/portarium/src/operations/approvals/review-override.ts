import { OverrideView } from '../../answers/approvals.js';
import { reviewOverride as review } from '../../app/approvals/overrides.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const reviewOverride = define({
  name: 'portarium_override_review',
  title: 'Review an override',
  description: 'Say that somebody has looked at an override',
  effect: 'write',
  needs: 'approval:decide',
  input: { overrideId: id },
  output: OverrideView,
  rest: { method: 'POST', path: '/overrides/{overrideId}/review', tag: 'Approvals' },
  run: (deps, caller, { overrideId }) => review(deps, caller, overrideId),
});
