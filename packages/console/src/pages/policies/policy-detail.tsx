import type { PolicyView as Policy } from '@quadrivium/portarium/answers';
import { useRef } from 'preact/hooks';
import { Moment } from '../../parts/moment.js';
import { Loaded } from '../../parts/notes.js';
import { Card, Facts, Page } from '../../parts/page.js';
import { link, route } from '../../state/route.js';
import { inWorkspace, may } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { NextVersion } from './new-policy.js';
import { aboutPolicies, policyCalls } from './policy-calls.js';
import { PolicyChange } from './policy-change.js';
import { PolicyPast } from './policy-past.js';
import { PolicyTests } from './policy-tests.js';
import { PolicyText } from './policy-text.js';
import { newest, Standing } from './standing.js';

/** One version of a policy: what it says, whether its tests pass, what it would have done, and the place to make it count. */
export function PolicyDetail({ policyId }: { policyId: string }) {
  const key = inWorkspace(`/policies/${policyId}`);
  const versions = useResource(key, (signal) => policyCalls.versions(policyId, signal), { on: aboutPolicies });
  const known = versions.data?.items ?? [];
  const wanted = Number(route.value.query.get('version'));
  // What somebody looks at stays, also when their own change makes another version count.
  const shown = useRef<number | undefined>(undefined);
  const at = (version: number | undefined) => known.find((it) => it.version === version);
  const chosen = at(wanted) ?? at(shown.current) ?? known.find(({ active }) => active) ?? known[0];
  shown.current = chosen?.version;
  return (
    <Page
      title={chosen?.body.name ?? policyId}
      {...(chosen?.body.description && { lead: chosen.body.description })}
      actions={<a href={link('policies')}>All policies</a>}
    >
      <Loaded resource={versions} what="the policy">
        {({ items }) => chosen && <Version key={chosen.version} policy={chosen} versions={items} />}
      </Loaded>
    </Page>
  );
}

function Version({ policy, versions }: { policy: Policy; versions: readonly Policy[] }) {
  return (
    <>
      <Card title={`Version ${policy.version}`} aside={<Standing versions={versions} />}>
        <Facts
          items={[
            ['Saved', <Saved key="saved" {...policy} />],
            ['Id', <code key="id">{policy.policyId}</code>],
            ['Versions', versions.length === 1 ? undefined : <Versions key="all" versions={versions} shown={policy} />],
          ]}
        />
        <PolicyText body={policy.body} />
        {may('policy:write') && <NextVersion policy={newest(versions)} />}
      </Card>
      <PolicyTests body={policy.body} />
      <PolicyPast body={policy.body} />
      <PolicyChange policy={policy} />
    </>
  );
}

function Saved({ createdAtIso, createdByUserId }: Policy) {
  return (
    <>
      <Moment iso={createdAtIso} /> by {createdByUserId}
    </>
  );
}

function Versions({ versions, shown }: { versions: readonly Policy[]; shown: Policy }) {
  return (
    <>
      {versions.map(({ policyId, version }) => (
        <span key={version}>
          <a
            href={`${link('policies', policyId)}?version=${version}`}
            aria-current={version === shown.version ? 'true' : undefined}
          >
            {version}
          </a>{' '}
        </span>
      ))}
    </>
  );
}
