import type { DecisionRecord as Decision } from '@quadrivium/career/answers';
import { inWords, wholePercent } from '../../numbers/format.js';
import { Badge } from '../../parts/badge.js';
import { Details } from '../../parts/json.js';
import { Moment } from '../../parts/moment.js';
import { Loaded } from '../../parts/notes.js';
import { Card, Facts, Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { link } from '../../state/route.js';
import { useResource } from '../../state/use-resource.js';
import { career } from '../../wire/operations.js';
import { loadNames } from './names.js';
import { keeper, ofPerson } from './person.js';

/** A decision, the same decision computed again now, and everything that was noted on the way. */
export function DecisionDetail({ id }: { id: string }) {
  const decision = useResource(`decision/${id}`, async () => {
    const [record, names] = await Promise.all([career('get_decision', { decision_id: id }), loadNames()]);
    const { profile_id } = record.inputs;
    const { atoms } = await career('list_atoms', { limit: 1000, ...ofPerson(profile_id ?? keeper) });
    const claims = new Map(atoms.map(({ atom_id, claim }) => [atom_id, claim]));
    const of = names.hasSeveralPeople ? names.person(profile_id) : undefined;
    return { record, about: names.opportunity(record.opportunity_id), of, claims };
  });
  return (
    <Page title="Decision" lead={decision.data?.about ?? ''} actions={<a href={link('career', 'record')}>Record</a>}>
      <Loaded resource={decision} what="the decision">
        {({ record, about, of, claims }) => (
          <>
            <Overview decision={record} about={about} of={of} claims={claims} />
            <Replay id={id} />
            <Trace id={record.trace_id} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface OverviewProps {
  readonly decision: Decision;
  readonly about: string;
  /** Left out while there is only one person. */
  readonly of: string | undefined;
  readonly claims: ReadonlyMap<string, string>;
}

function Overview({ decision, about, of, claims }: OverviewProps) {
  const claimOf = (id: string | null) => (id === null ? 'none' : (claims.get(id) ?? 'a claim that was deleted'));
  return (
    <Card>
      <Facts
        items={[
          [
            'Opportunity',
            <a key="link" href={link('career', 'opportunity', decision.opportunity_id)}>
              {about}
            </a>,
          ],
          ['For', of],
          ['Score', wholePercent(decision.overall_score)],
          ['Validation', <Badge key="state" state={decision.validation_summary.status} />],
          ['When', <Moment key="when" iso={decision.created_at} />],
          ['Strategy', decision.inputs.strategy],
        ]}
      />
      <Table
        caption="What was decided"
        head={['Requirement', 'Claim', 'Words']}
        rows={decision.requirement_decisions.map((it) => ({
          key: it.requirement_text,
          cells: [it.requirement_text, claimOf(it.atom_id), it.evidence_tokens.join(', ') || '–'],
        }))}
      />
      <Details summary="What it was computed from" value={decision.inputs} />
      <Details summary="Ids and hashes" value={identities(decision)} />
    </Card>
  );
}

/** On demand: people have names for all of this. */
function identities({ decision_id, trace_id, opportunity_id, report_sha256 }: Decision): object {
  return { decision_id, trace_id, opportunity_id, report_sha256 };
}

const replayed = {
  same: ['The same', 'good'],
  another_revision: ['Made by another revision of the strategy', 'quiet'],
  different: ['Different', 'bad'],
} as const;

function Replay({ id }: { id: string }) {
  const replay = useResource(`replay/${id}`, () => career('replay_decision', { decision_id: id }));
  return (
    <Card title="Computed again just now">
      <Loaded resource={replay} what="the same decision again">
        {({ outcome, differences, changed_since }) => (
          <p role="status">
            <Badge state={replayed[outcome][0]} tone={replayed[outcome][1]} />{' '}
            {[outcome === 'same' ? 'Byte for byte what it was.' : '', ...differences, ...changed_since]
              .join(' ')
              .trim()}
          </p>
        )}
      </Loaded>
    </Card>
  );
}

function Trace({ id }: { id: string }) {
  const trace = useResource(`trace/${id}`, () => career('get_audit_trace', { trace_id: id }));
  return (
    <Card title="Audit trace">
      <Loaded resource={trace} what="the trace">
        {({ events }) => (
          <ol class="timeline">
            {events.map((event, at) => (
              <li key={event.event_id} class="step">
                <p class="step-head">
                  <strong>{inWords(event.event_type)}</strong>{' '}
                  <span class="soft">
                    by {event.actor.id}, <Moment iso={event.created_at} />
                  </span>
                </p>
                <Details summary={`Content of event ${at + 1}`} value={event.payload} />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  );
}
