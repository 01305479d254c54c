import type { PolicyView as Policy, SimulationView as Simulation } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { ActionNotes } from '../../parts/action-notes.js';
import { Choice } from '../../parts/choice.js';
import { Card } from '../../parts/page.js';
import { useAction } from '../../state/use-action.js';
import { Changes } from './changes.js';
import { policyCalls } from './policy-calls.js';

const spans = { day: 'The last day', week: 'The last week', month: 'The last 30 days', all: 'All of it' } as const;
const days = { day: 1, week: 7, month: 30 } as const;
const againsts = { recorded: 'What was decided then', active: 'What the policies that count say now' } as const;

/** Tries a policy on the calls that were made; changes nothing. */
export function PolicyPast({ body }: { body: Policy['body'] }) {
  const [span, setSpan] = useState<keyof typeof spans>('all');
  const [against, setAgainst] = useState<keyof typeof againsts>('recorded');
  const [found, setFound] = useState<Simulation>();
  const action = useAction();
  const simulate = () =>
    action.run(async () => {
      setFound(undefined);
      setFound(await policyCalls.simulate({ source: body, against, ...since(span) }));
      return undefined;
    });
  return (
    <Card title="Tried on the past">
      <p class="soft">Which calls this version would have decided otherwise. Nothing is changed by looking.</p>
      <div class="fields">
        <Choice id="past-span" title="Calls of" options={spans} value={span} onChange={setSpan} />
        <Choice id="past-against" title="Compared with" options={againsts} value={against} onChange={setAgainst} />
      </div>
      <div class="buttons">
        <ActionButton busy={action.busy} onClick={simulate}>
          Try it on the past
        </ActionButton>
      </div>
      <ActionNotes action={action} />
      {found !== undefined && <Changes found={found} caption="Past calls that it would have decided otherwise" />}
    </Card>
  );
}

function since(span: keyof typeof spans): { sinceIso?: string } {
  if (span === 'all') return {};
  return { sinceIso: new Date(Date.now() - days[span] * 86_400_000).toISOString() };
}
