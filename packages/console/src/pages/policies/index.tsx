import type { PolicyView as Policy } from '@quadrivium/portarium/answers';
import { Moment } from '../../parts/moment.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { link, route } from '../../state/route.js';
import { inWorkspace, may } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { NewPolicy } from './new-policy.js';
import { aboutPolicies, policyCalls } from './policy-calls.js';
import { PolicyDetail } from './policy-detail.js';
import { newest, Standing } from './standing.js';

/** What decides about calls: the policies there are, or one of them. */
export function Policies() {
  const [policyId] = route.value.rest;
  return policyId === undefined ? <PolicyList /> : <PolicyDetail key={policyId} policyId={policyId} />;
}

function PolicyList() {
  const policies = useResource(inWorkspace('/policies'), policyCalls.list, { on: aboutPolicies });
  return (
    <Page title="Policies" lead="What agents may do by themselves, what people are asked about, and what nobody may.">
      <Loaded resource={policies} what="the policies">
        {({ items }) => (items.length === 0 ? <NoPolicy /> : <Names versions={items} />)}
      </Loaded>
      {may('policy:write') && <NewPolicy />}
    </Page>
  );
}

function Names({ versions }: { versions: readonly Policy[] }) {
  const ids = [...new Set(versions.map(({ policyId }) => policyId))].sort();
  return (
    <Table
      caption="Policies"
      head={['Policy', 'State', 'Rules', 'Cedar', 'Tests', 'Last saved']}
      rows={ids.map((policyId) => {
        const own = versions.filter((it) => it.policyId === policyId);
        const { body, createdAtIso, createdByUserId } = newest(own);
        return {
          key: policyId,
          cells: [
            <a key="name" href={link('policies', policyId)}>
              {body.name}
            </a>,
            <Standing key="state" versions={own} />,
            body.rules.length,
            body.cedar === undefined ? '–' : 'yes',
            body.tests?.length ?? '–',
            <span key="saved">
              <Moment iso={createdAtIso} /> by {createdByUserId}
            </span>,
          ],
        };
      })}
    />
  );
}

function NoPolicy() {
  return (
    <Empty title="No policy is saved.">
      <p>
        Without one, the kind of a tool and the tier of a workflow decide. Write one below, or save a file with{' '}
        <code>portarium policy apply FILE</code>.
      </p>
    </Empty>
  );
}
