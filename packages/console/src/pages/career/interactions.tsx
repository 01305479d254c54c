import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { Badge } from '../../parts/badge.js';
import { Empty, Loaded, TroubleNote } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { useResource } from '../../state/use-resource.js';
import { resultOf } from '../../wire/mcp.js';
import { type Trouble, troubleOf } from '../../wire/trouble.js';

interface Interaction {
  readonly interaction_id: string;
  readonly contact_id: string;
  readonly opportunity_id: string;
  readonly state_name: string;
  readonly transition_index: number;
}

/** What comes next in an outreach; the server knows all rules, this is only the usual way. */
const next: Readonly<Record<string, readonly [event: string, words: string]>> = {
  Draft: ['Prepare', 'It is ready to be sent'],
  Ready: ['Send', 'I have sent it'],
  Sent: ['ReceiveReply', 'An answer came'],
  Responded: ['Close', 'Close it'],
};

export function Interactions() {
  const list = useResource('interactions', () =>
    resultOf<{ interactions: readonly Interaction[] }>('career', 'list_interactions', {}),
  );
  const [trouble, setTrouble] = useState<Trouble>();
  const apply = async ({ interaction_id, transition_index }: Interaction, event: string): Promise<void> => {
    setTrouble(undefined);
    const idempotency_key = crypto.randomUUID();
    try {
      const args = { interaction_id, event, idempotency_key, expected_index: transition_index };
      await resultOf('career', 'interaction_apply_event', args);
    } catch (error) {
      setTrouble(troubleOf(error));
    }
    list.reload();
  };
  return (
    <Card title="Interactions">
      <Loaded resource={list} what="the interactions">
        {({ interactions }) =>
          interactions.length === 0 ? (
            <Empty title="Nobody has been written to." />
          ) : (
            <Table
              caption="Interactions"
              head={['Contact', 'About', 'State', 'Next']}
              rows={interactions.map((it) => ({
                key: it.interaction_id,
                cells: [
                  it.contact_id,
                  it.opportunity_id,
                  <Badge key="state" state={it.state_name} />,
                  <Next key="next" interaction={it} onApply={(event) => void apply(it, event)} />,
                ],
              }))}
            />
          )
        }
      </Loaded>
      {trouble !== undefined && <TroubleNote trouble={trouble} />}
    </Card>
  );
}

function Next({ interaction, onApply }: { interaction: Interaction; onApply: (event: string) => void }) {
  const step = next[interaction.state_name];
  if (step === undefined) return <>nothing</>;
  return <ActionButton onClick={() => onApply(step[0])}>{step[1]}</ActionButton>;
}
