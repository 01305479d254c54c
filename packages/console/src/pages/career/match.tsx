import type { MatchExplanation as Explanation } from '@quadrivium/career/answers';
import { wholePercent } from '../../numbers/format.js';
import { ActionButton } from '../../parts/action-button.js';
import { Loaded, TroubleNote } from '../../parts/notes.js';
import { Card, Page } from '../../parts/page.js';
import { link } from '../../state/route.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { career } from '../../wire/operations.js';
import { Gates } from './gates.js';
import { OutcomeCard } from './outcome-card.js';
import { chosenPerson, ofPerson } from './person.js';
import { PersonSwitch } from './person-switch.js';
import { PostingCard } from './posting-card.js';
import { Requirements } from './requirements.js';
import { TailorCard } from './tailor-card.js';

/** Why an opportunity fits or does not, requirement by requirement, with the words that prove it. */
export function MatchDetail({ id }: { id: string }) {
  const person = chosenPerson.value;
  const load = async () => {
    const [explained, stored, { atoms }] = await Promise.all([
      career('explain_match', { opportunity_id: id, ...ofPerson(person) }),
      career('get_opportunity', { opportunity_id: id }),
      career('list_atoms', { limit: 1000, ...ofPerson(person) }),
    ]);
    return { explained, ...stored, claims: new Map(atoms.map((atom) => [atom.atom_id, atom])) };
  };
  const found = useResource(`match/${id}/${person}`, load);
  return (
    <Page
      title={found.data?.opportunity.role_title ?? 'Opportunity'}
      lead={found.data?.opportunity.company ?? ''}
      actions={<a href={link('career')}>Career</a>}
    >
      <PersonSwitch />
      <Loaded key={person} resource={found} what="the match">
        {({ explained, opportunity, posting, claims }) => (
          <>
            <Score explained={explained} id={id} />
            <Gates gates={explained.match_report.gates} opportunity={opportunity} />
            <Card title="Requirement by requirement">
              <Requirements
                matches={explained.match_report.requirement_matches}
                asked={opportunity.requirements}
                claims={claims}
              />
            </Card>
            <WhatIf explained={explained} />
            <PostingCard opportunity={opportunity} posting={posting} />
            <TailorCard id={id} claims={claims} />
            <OutcomeCard id={id} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Score({ explained, id }: { explained: Explanation; id: string }) {
  const { overall_score, strategy } = explained.match_report;
  return (
    <Card>
      <p class="score">{wholePercent(overall_score)}</p>
      <p>{inShort(explained.match_report)}</p>
      <Record id={id} strategy={strategy} />
    </Card>
  );
}

/** A score of nothing has a reason that is not in the requirements. */
function inShort({ requirement_matches, gates = [] }: Explanation['match_report']): string {
  if (requirement_matches.length === 0)
    return 'Nothing is known of what this posting asks for, so it has no score. Paste the part that lists it.';
  const met = requirement_matches.filter(({ matched }) => matched).length;
  const counted = `${met} of ${requirement_matches.length} requirements are met by claims that a person has confirmed.`;
  return gates.some(({ verdict }) => verdict === 'failed') ? `${counted} A condition rules the job out.` : counted;
}

function Record({ id, strategy }: { id: string; strategy: string }) {
  const action = useAction();
  const record = () =>
    action.run(async () => {
      const args = { opportunity_id: id, strategy, ...ofPerson() };
      const { decision_id } = await career('match_opportunity', args);
      location.hash = link('career', 'decision', decision_id);
    });
  return (
    <>
      <ActionButton tone="primary" busy={action.busy} onClick={record}>
        Record this match as a decision
      </ActionButton>
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
    </>
  );
}

function WhatIf({ explained: { what_if } }: { explained: Explanation }) {
  if (what_if.length === 0) return null;
  return (
    <Card title="What would help">
      <ul class="plain">
        {what_if.map(({ atom_id, claim, score_from, score_to }) => (
          <li key={atom_id}>
            Verify “{claim}”: {wholePercent(score_from)} would become {wholePercent(score_to)}.
          </li>
        ))}
      </ul>
    </Card>
  );
}
