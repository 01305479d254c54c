import type { DecisionRecord as Decision } from '@quadrivium/career/answers';
import { wholePercent } from '../../numbers/format.js';
import { Act } from '../../parts/act.js';
import { Badge } from '../../parts/badge.js';
import { offerText } from '../../parts/files.js';
import { Moment } from '../../parts/moment.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Card, Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { link } from '../../state/route.js';
import { useAction } from '../../state/use-action.js';
import { type Resource, useResource } from '../../state/use-resource.js';
import { career } from '../../wire/operations.js';
import { CareerTabs } from './career-tabs.js';
import { CheckDocument } from './check-document.js';
import { loadNames, type Names } from './names.js';

const newestFirst = (one: Decision, other: Decision): number => other.created_at.localeCompare(one.created_at);

/** What was decided, whether the log of it is whole, and all of it as one text. */
export function CareerRecord() {
  const decisions = useResource('decisions', async () => {
    const [{ decisions: items }, names] = await Promise.all([career('list_decisions', {}), loadNames()]);
    return { items: items.toSorted(newestFirst), names };
  });
  return (
    <Page title="Record" lead="Decisions that can be repeated, and everything that was done.">
      <CareerTabs />
      <Card title="Decisions">
        <Loaded resource={decisions} what="the decisions">
          {({ items, names }) => <Decisions items={items} names={names} />}
        </Loaded>
      </Card>
      <CheckDocument />
      <AuditCard />
      <Report />
    </Page>
  );
}

function Decisions({ items, names }: { items: readonly Decision[]; names: Names }) {
  if (items.length === 0) return <Empty title="Nothing has been decided. Open an opportunity and record a match." />;
  return (
    <Table
      caption="Decisions"
      head={['When', ...(names.hasSeveralPeople ? ['For'] : []), 'Opportunity', 'Score', 'Validation', 'Strategy']}
      rows={items.map((it) => ({
        key: it.decision_id,
        cells: [
          <a key="link" href={link('career', 'decision', it.decision_id)}>
            <Moment iso={it.created_at} />
          </a>,
          ...(names.hasSeveralPeople ? [names.person(it.inputs.profile_id)] : []),
          names.opportunity(it.opportunity_id),
          wholePercent(it.overall_score),
          <Badge key="state" state={it.validation_summary.status} />,
          it.inputs.strategy,
        ],
      }))}
    />
  );
}

function AuditCard() {
  const audit = useResource('verify-audit', () => career('verify_audit', {}));
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

function Report() {
  const action = useAction();
  const download = () =>
    action.run(async () => {
      const { report } = await career('export_record', {});
      offerText('job-search.md', 'text/markdown', report);
      return undefined;
    });
  return (
    <Card title="The whole record">
      <Act action={action} onClick={download}>
        Download as a report
      </Act>
    </Card>
  );
}
