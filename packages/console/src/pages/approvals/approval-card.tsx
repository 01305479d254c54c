import { own } from '@quadrivium/kernel/own';
import type { ApprovalView as Approval, PlannedCallView as PlannedCall } from '@quadrivium/portarium/answers';
import { Badge } from '../../parts/badge.js';
import { CopyId } from '../../parts/copy-id.js';
import { DetailTitle } from '../../parts/detail-title.js';
import { Json } from '../../parts/json.js';
import { Moment } from '../../parts/moment.js';
import { Loaded } from '../../parts/notes.js';
import { Card, Facts } from '../../parts/page.js';
import { link, route } from '../../state/route.js';
import { inWorkspace } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { useNames } from '../use-names.js';
import { DecisionForm } from './decision-form.js';
import { RevisePlan } from './revise-plan.js';

const effects: Readonly<Record<string, string>> = {
  readOnly: 'Only reads',
  idempotent: 'Changes something; repeating it changes nothing more',
  nonIdempotent: 'Changes something, and would again if repeated',
};

/** Everything somebody needs to know before saying yes, and the place to say it. */
export function ApprovalCard({ id }: { id: string }) {
  const path = inWorkspace(`/approvals/${encodeURIComponent(id)}`);
  const approval = useResource(path, (signal) => ask<Approval>(path, { signal }), {
    on: (event) => event.data.approvalId === id || event.subject === `approvals/${id}`,
  });
  return (
    <Loaded resource={approval} what="the approval">
      {(data) => (
        <article class="card" aria-labelledby="approval-title">
          <div class="card-head">
            <DetailTitle id="approval-title" chosen={route.value.rest[0] === id}>
              {data.prompt}
            </DetailTitle>
            <Badge state={data.status} />
          </div>
          <Why approval={data} />
          <h3>{data.plan.length === 1 ? 'The exact call' : `The exact ${data.plan.length} calls`}</h3>
          {data.plan.map((call) => (
            <Call key={call.stepId} call={call} />
          ))}
          <Quorum approval={data} />
          <DecisionForm approval={data} onDecided={approval.reload} />
          {data.status === 'RequestChanges' && data.supersededBy === undefined && <RevisePlan approval={data} />}
          {data.supersededBy !== undefined && (
            <p>
              <a href={link('approvals', data.supersededBy)}>The plan that took its place</a>
            </p>
          )}
        </article>
      )}
    </Loaded>
  );
}

function Why({ approval }: { approval: Approval }) {
  const { requestedByUserId, requestedFor, requestedAtIso, reason, policyVersion, runId, stepId, expiresAtIso } =
    approval;
  const names = useNames();
  const asker = requestedFor === requestedByUserId ? requestedByUserId : `${requestedByUserId} for ${requestedFor}`;
  return (
    <Facts
      items={[
        ['Why there is a gate', reason],
        ['Policy', policyVersion === 'none' ? 'no policy of this workspace applies' : policyVersion],
        [
          'Asked by',
          <>
            {asker}, <Moment iso={requestedAtIso} />
          </>,
        ],
        [
          'Run',
          <>
            <a href={link('runs', runId)}>{names.run(runId)}</a>, step {stepId} <CopyId id={runId} of="the run" />
          </>,
        ],
        ['Expires', approval.status === 'Pending' ? <Moment iso={expiresAtIso} /> : undefined],
      ]}
    />
  );
}

function Call({ call }: { call: PlannedCall }) {
  return (
    <Card>
      <p class="call">
        <code>{call.tool}</code> of {call.server ?? call.operation} <span class="soft">(step {call.stepId})</span>
      </p>
      <p class="soft">Planned effect: {own(effects, call.effect) ?? call.effect}.</p>
      <Json value={call.arguments} label={`Arguments of ${call.tool}`} />
      {(call.masked ?? []).map(({ path, why }) => (
        <p key={path} class="note warn">
          <code>{path}</code> is masked here: {why}.
        </p>
      ))}
      <p class="digest">
        Bound to <code>{call.digest}</code>
      </p>
    </Card>
  );
}

function Quorum({ approval }: { approval: Approval }) {
  const { requiredApprovals, remainingApprovals, requiredRoles, decisions, passkey } = approval;
  const given = requiredApprovals - remainingApprovals;
  const people = requiredApprovals === 1 ? 'one person' : `${requiredApprovals} people`;
  const roles = requiredRoles.length === 0 ? '' : ` with the role ${requiredRoles.join(' or ')}`;
  return (
    <>
      <h3>Who has to agree</h3>
      <p>
        {given} of {requiredApprovals} approvals: {people}
        {roles}, other than whoever asked{passkey === true ? ', each signing with a passkey' : ''}.
      </p>
      {decisions.length > 0 && (
        <ul class="plain">
          {decisions.map((it) => (
            <li key={it.decidedByUserId}>
              <Badge state={it.decision} /> by {it.decidedByUserId} <Moment iso={it.decidedAtIso} />
              {it.rationale === undefined ? '' : `: “${it.rationale}”`}
              {it.overrideId === undefined ? '' : ' (by override)'}
              {it.passkeyId === undefined ? '' : ', signed by passkey'}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
