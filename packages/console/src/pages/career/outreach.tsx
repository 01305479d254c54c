import type { CareerAnswers, CareerQuestions } from '@quadrivium/career/answers';
import { ActionButton } from '../../parts/action-button.js';
import { ActionNotes } from '../../parts/action-notes.js';
import { Badge } from '../../parts/badge.js';
import { Day } from '../../parts/day.js';
import { Moment } from '../../parts/moment.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Card, Page } from '../../parts/page.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { career } from '../../wire/operations.js';
import { CareerTabs } from './career-tabs.js';
import { Dates } from './dates.js';
import { loadNames, type Names } from './names.js';
import { refusalInWords } from './refusals.js';
import { StartOutreach } from './start-outreach.js';

type Interaction = CareerAnswers['list_interactions']['interactions'][number];
type Step = CareerQuestions['interaction_apply_event']['event'];

/** The columns of the board, with what comes next; the server knows all rules, this is only the usual way. */
const columns = [
  ['Draft', 'Prepare', 'It is ready to be sent'],
  ['Ready', 'Send', 'I have sent it'],
  ['Sent', 'ReceiveReply', 'An answer came'],
  ['Responded', 'Close', 'Close it'],
  ['Closed', undefined, ''],
] as const;

export function Outreach() {
  const board = useResource('outreach', async () => {
    const [{ interactions }, names] = await Promise.all([career('list_interactions', { limit: 1000 }), loadNames()]);
    return { interactions, names };
  });
  return (
    <Page title="Outreach and dates" lead="Who was written to about what, and what is due.">
      <CareerTabs />
      <Card title="Outreach">
        <Loaded resource={board} what="the outreach">
          {({ interactions, names }) =>
            interactions.length === 0 ? (
              <Empty title="Nobody has been written to." />
            ) : (
              <Board interactions={interactions} names={names} onChanged={board.reload} />
            )
          }
        </Loaded>
      </Card>
      {board.data !== undefined && <StartOutreach names={board.data.names} onChanged={board.reload} />}
      <Dates />
    </Page>
  );
}

interface BoardProps {
  readonly interactions: readonly Interaction[];
  readonly names: Names;
  readonly onChanged: () => void;
}

function Board({ interactions, names, onChanged }: BoardProps) {
  const action = useAction();
  const apply = ({ interaction_id, transition_index, contact_id }: Interaction, event: Step) =>
    action.run(async () => {
      const args = { interaction_id, event, expected_index: transition_index, idempotency_key: crypto.randomUUID() };
      const { result } = await career('interaction_apply_event', args);
      onChanged();
      if (result.outcome === 'applied') return `Now: ${result.after_state_name}.`;
      const { message = 'This is not possible now.', until } = result.refusal ?? {};
      return refusalInWords(message, until, { contact_id, name: names.contact(contact_id) });
    });
  return (
    <>
      <ActionNotes action={action} />
      <div class="board">
        {columns.map(([state, event, words]) => {
          const here = interactions.filter((one) => one.state_name === state);
          return (
            <section key={state} aria-label={state}>
              <h3>
                {state} <span class="soft">{here.length}</span>
              </h3>
              <ul class="rows tight">
                {here.map((one) => (
                  <li key={one.interaction_id} class="row">
                    <p class="row-title">{names.contact(one.contact_id)}</p>
                    <p>{names.opportunity(one.opportunity_id)}</p>
                    <p class="row-sub">
                      <Since interaction={one} />
                    </p>
                    {event !== undefined && (
                      <ActionButton busy={action.busy} onClick={() => void apply(one, event)}>
                        {words}
                      </ActionButton>
                    )}
                    {event !== undefined && event !== 'Close' && (
                      <ActionButton busy={action.busy} onClick={() => void apply(one, 'Close')}>
                        Give it up
                      </ActionButton>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </>
  );
}

function Since({ interaction: { created_at, changed_at } }: { interaction: Interaction }) {
  if (changed_at !== undefined)
    return (
      <>
        since <Day iso={changed_at} /> (<Moment iso={changed_at} />)
      </>
    );
  return created_at === undefined ? (
    <Badge state="Undated" />
  ) : (
    <>
      begun <Day iso={created_at} /> (<Moment iso={created_at} />)
    </>
  );
}
