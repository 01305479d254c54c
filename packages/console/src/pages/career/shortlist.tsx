import type { Shortlisted } from '@quadrivium/career/answers';
import { wholePercent } from '../../numbers/format.js';
import { Badge } from '../../parts/badge.js';
import { dayInWords } from '../../parts/day.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Card, Page } from '../../parts/page.js';
import { link } from '../../state/route.js';
import { useResource } from '../../state/use-resource.js';
import { career } from '../../wire/operations.js';
import { AddPostings } from './add-postings.js';
import { CareerTabs } from './career-tabs.js';
import { chosenPerson, ofPerson } from './person.js';
import { PersonSwitch } from './person-switch.js';

/** Postings by how well the confirmed claims answer them, best first, each with its reasons. */
export function Shortlist() {
  const person = chosenPerson.value;
  const list = useResource(`shortlist/${person}`, () =>
    career('shortlist', { limit: 100, include_over: true, ...ofPerson(person) }),
  );
  return (
    <Page title="Career" lead="Matches that explain themselves, documents that cannot lie, outreach with manners.">
      <CareerTabs />
      <PersonSwitch />
      <Card title="Shortlist">
        <Loaded resource={list} what="the shortlist">
          {({ opportunities }) =>
            opportunities.length === 0 ? (
              <Empty title="No posting is stored. Bring one in below." />
            ) : (
              <ol class="rows">
                {opportunities.map((it) => (
                  <RankedRow key={it.opportunity_id} it={it} />
                ))}
              </ol>
            )
          }
        </Loaded>
      </Card>
      <AddPostings onAdded={list.reload} />
    </Page>
  );
}

function RankedRow({ it }: { it: Shortlisted }) {
  return (
    <li class="row">
      <p>
        <a class="row-title" href={link('career', 'opportunity', it.opportunity_id)}>
          {it.role_title}, {it.company}
        </a>{' '}
        {it.outcome !== undefined && <Badge state={it.outcome} />}
      </p>
      <p class="row-sub">
        {wholePercent(it.score)}: {it.met} met, {it.partly} partly, {it.missing} missing
        {it.location !== undefined && ` · ${it.location}`}
        {it.deadline !== undefined && ` · until ${dayInWords(it.deadline)}`}
      </p>
      {it.note !== undefined && <p class="note warn">{it.note}</p>}
      {it.reasons.length > 0 && <Reasons reasons={it.reasons} of={it.role_title} />}
    </li>
  );
}

function Reasons({ reasons, of }: { reasons: Shortlisted['reasons']; of: string }) {
  return (
    <details>
      <summary>Why, for {of}</summary>
      <ul class="plain">
        {reasons.map(({ requirement, verdict, because }) => (
          <li key={requirement}>
            <Badge state={verdict} /> {requirement}
            {because !== '' && <span class="soft">: “{because}”</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
