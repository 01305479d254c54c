import type { DecisionRecord as Decision, Opportunity } from '@quadrivium/career/answers';
import { percent } from '../../numbers/format.js';
import { Badge } from '../../parts/badge.js';
import { Moment } from '../../parts/moment.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Card, Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { link, route } from '../../state/route.js';
import { type Resource, useResource } from '../../state/use-resource.js';
import { resultOf } from '../../wire/mcp.js';
import { DecisionDetail } from './decision.js';
import { Interactions } from './interactions.js';
import { MatchDetail } from './match.js';

export function Career() {
  const [kind, id] = route.value.rest;
  if (kind === 'decision' && id !== undefined) return <DecisionDetail key={id} id={id} />;
  if (kind === 'opportunity' && id !== undefined) return <MatchDetail key={id} id={id} />;
  return <Overview />;
}

function Overview() {
  const opportunities = useResource('opportunities', () =>
    resultOf<{ opportunities: readonly Opportunity[] }>('career', 'list_opportunities', {}),
  );
  const decisions = useResource('decisions', () =>
    resultOf<{ decisions: readonly Decision[] }>('career', 'list_decisions', {}),
  );
  return (
    <Page title="Career" lead="Matches that explain themselves, decisions that can be repeated, outreach with manners.">
      <Card title="Opportunities">
        <Loaded resource={opportunities} what="the opportunities">
          {(data) => <Opportunities items={data.opportunities} />}
        </Loaded>
      </Card>
      <Card title="Decisions">
        <Loaded resource={decisions} what="the decisions">
          {(data) => <Decisions items={data.decisions} />}
        </Loaded>
      </Card>
      <Interactions />
      <AuditCard />
    </Page>
  );
}

function Opportunities({ items }: { items: readonly Opportunity[] }) {
  if (items.length === 0) return <Empty title="No posting is stored. Add one with the tool add_opportunity." />;
  return (
    <Table
      caption="Opportunities"
      head={['Role', 'Company', 'Requirements']}
      rows={items.map((it) => ({
        key: it.opportunity_id,
        cells: [
          <a key="link" href={link('career', 'opportunity', it.opportunity_id)}>
            {it.role_title}
          </a>,
          it.company,
          it.requirements.length,
        ],
      }))}
    />
  );
}

function Decisions({ items }: { items: readonly Decision[] }) {
  if (items.length === 0) return <Empty title="Nothing has been decided. Open an opportunity and record a match." />;
  return (
    <Table
      caption="Decisions"
      head={['When', 'Opportunity', 'Score', 'Validation', 'Strategy']}
      rows={items.map((it) => ({
        key: it.decision_id,
        cells: [
          <a key="link" href={link('career', 'decision', it.decision_id)}>
            <Moment iso={it.created_at} />
          </a>,
          it.opportunity_id,
          percent(it.overall_score),
          <Badge key="state" state={it.validation_summary.status} />,
          it.inputs.strategy,
        ],
      }))}
    />
  );
}

interface Audit {
  readonly valid: boolean;
  readonly entries: number;
  readonly problems: readonly string[];
}

function AuditCard() {
  const audit = useResource('verify-audit', () => resultOf<Audit>('career', 'verify_audit', {}));
  return (
    <Card title="Audit" aside={<Again resource={audit} />}>
      <Loaded resource={audit} what="and verifying the audit">
        {({ valid, entries, problems }) => (
          <p role="status">
            <Badge state={valid ? 'Verified' : 'Broken'} tone={valid ? 'good' : 'bad'} /> {entries} entries.{' '}
            {problems.join(' ')}
          </p>
        )}
      </Loaded>
    </Card>
  );
}

function Again({ resource }: { resource: Resource<unknown> }) {
  return (
    <button type="button" class="button plain small" onClick={resource.reload}>
      Verify again
    </button>
  );
}
