import type { DecisionRecord as Decision } from '@quadrivium/career/answers';
import { percent } from '../../numbers/format.js';
import { Badge } from '../../parts/badge.js';
import { Details } from '../../parts/json.js';
import { Moment } from '../../parts/moment.js';
import { Loaded } from '../../parts/notes.js';
import { Card, Facts, Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { link } from '../../state/route.js';
import { useResource } from '../../state/use-resource.js';
import { resultOf } from '../../wire/mcp.js';

/** A decision, the same decision computed again now, and everything that was noted on the way. */
export function DecisionDetail({ id }: { id: string }) {
  const decision = useResource(`decision/${id}`, () =>
    resultOf<Decision>('career', 'get_decision', { decision_id: id }),
  );
  return (
    <Page title="Decision" lead={id} actions={<a href={link('career')}>Career</a>}>
      <Loaded resource={decision} what="the decision">
        {(data) => (
          <>
            <Overview decision={data} />
            <Replay id={id} />
            <Trace id={data.trace_id} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Overview({ decision }: { decision: Decision }) {
  return (
    <Card>
      <Facts
        items={[
          [
            'Opportunity',
            <a key="link" href={link('career', 'opportunity', decision.opportunity_id)}>
              {decision.opportunity_id}
            </a>,
          ],
          ['Score', percent(decision.overall_score)],
          ['Validation', <Badge key="state" state={decision.validation_summary.status} />],
          ['When', <Moment key="when" iso={decision.created_at} />],
          ['Report', <code key="hash">{decision.report_sha256}</code>],
        ]}
      />
      <Table
        caption="What was decided"
        head={['Requirement', 'Claim', 'Words']}
        rows={decision.requirement_decisions.map((it) => ({
          key: it.requirement_text,
          cells: [it.requirement_text, it.atom_id ?? 'none', it.evidence_tokens.join(', ') || '–'],
        }))}
      />
      <Details summary="What it was computed from" value={decision.inputs} />
    </Card>
  );
}

function Replay({ id }: { id: string }) {
  interface Answer {
    readonly same: boolean;
    readonly differences: readonly string[];
  }
  const replay = useResource(`replay/${id}`, () => resultOf<Answer>('career', 'replay_decision', { decision_id: id }));
  return (
    <Card title="Computed again just now">
      <Loaded resource={replay} what="the same decision again">
        {({ same, differences }) => (
          <p role="status">
            <Badge state={same ? 'The same' : 'Different'} tone={same ? 'good' : 'warn'} />{' '}
            {same ? 'Byte for byte what it was.' : differences.join(' ')}
          </p>
        )}
      </Loaded>
    </Card>
  );
}

interface TraceEvent {
  readonly event_id: string;
  readonly event_type: string;
  readonly created_at: string;
  readonly actor: { readonly id: string };
  readonly payload: unknown;
}

function Trace({ id }: { id: string }) {
  const trace = useResource(`trace/${id}`, () =>
    resultOf<{ events: readonly TraceEvent[] }>('career', 'get_audit_trace', { trace_id: id }),
  );
  return (
    <Card title="Audit trace" aside={<code class="soft">{id}</code>}>
      <Loaded resource={trace} what="the trace">
        {({ events }) => (
          <ol class="timeline">
            {events.map((event, at) => (
              <li key={event.event_id} class="step">
                <p class="step-head">
                  <strong>{event.event_type}</strong>{' '}
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
