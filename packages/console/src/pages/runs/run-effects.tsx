import type { EffectView as Effect } from '@quadrivium/portarium/answers';
import { Badge } from '../../parts/badge.js';
import { Details } from '../../parts/json.js';
import { Moment } from '../../parts/moment.js';
import { Empty } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { link } from '../../state/route.js';
import { effectInWords } from './effect-in-words.js';

/** What was approved beside what was done, call by call. Equal digests mean equal tool and equal arguments. */
export function RunEffects({ effects }: { effects: readonly Effect[] }) {
  return (
    <Card title="Planned and verified effects">
      {effects.length === 0 && <Empty title="This run has called nothing yet." />}
      {effects.map((effect) => (
        <section key={effect.stepId} class="effect" aria-label={`Effect of ${effect.stepId}`}>
          <p class="step-head">
            <strong>{effect.stepId}</strong> <code>{effect.tool ?? ''}</code>{' '}
            <Badge state={effect.status} {...effectInWords(effect)} />
          </p>
          <div class="pair">
            <Planned effect={effect} />
            <Verified effect={effect} />
          </div>
        </section>
      ))}
    </Card>
  );
}

function Planned({ effect: { planned, stepId } }: { effect: Effect }) {
  return (
    <div>
      <h3>Planned</h3>
      {planned === undefined ? (
        <p class="soft">Nobody had to see it before.</p>
      ) : (
        <>
          <p class="digest">
            <code>{planned.digest}</code>
          </p>
          {planned.approvalId !== undefined && <a href={link('approvals', planned.approvalId)}>The approval</a>}
          <Details summary={`Planned arguments of ${stepId}`} value={planned.arguments} />
        </>
      )}
    </div>
  );
}

function Verified({ effect: { verified, stepId } }: { effect: Effect }) {
  return (
    <div>
      <h3>Verified</h3>
      {verified === undefined ? (
        <p class="soft">It was not called.</p>
      ) : (
        <>
          <p class="digest">
            <code>{verified.digest}</code>
          </p>
          <p class="soft">
            {verified.outcome}, {verified.attempts === 1 ? 'one attempt' : `${verified.attempts} attempts`},{' '}
            <Moment iso={verified.atIso} />
          </p>
          {verified.output !== undefined && <Details summary={`Result of ${stepId}`} value={verified.output} />}
        </>
      )}
    </div>
  );
}
