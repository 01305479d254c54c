import type { RunView as Run, StepView as Step, RunTimeline as Timeline } from '@quadrivium/portarium/answers';
import type { ComponentChildren } from 'preact';
import { inWords, statesInWords } from '../../numbers/format.js';
import { between } from '../../numbers/time.js';
import { Badge } from '../../parts/badge.js';
import { CopyId } from '../../parts/copy-id.js';
import { Details } from '../../parts/json.js';
import { Moment } from '../../parts/moment.js';
import { Loaded, TroubleNote } from '../../parts/notes.js';
import { Card, Facts, Page } from '../../parts/page.js';
import { link } from '../../state/route.js';
import { inWorkspace } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { LiveTraining } from '../studies/live-training.js';
import { useNames } from '../use-names.js';
import { CancelRun } from './cancel-run.js';
import { PauseRun } from './pause-run.js';
import { RetryRun } from './retry-run.js';
import { RunAgain } from './run-again.js';
import { RunAttention } from './run-attention.js';
import { RunEffects } from './run-effects.js';
import { RunTrace } from './run-trace.js';
import { StepPage, usePagedTools } from './step-page.js';

export function RunDetail({ id }: { id: string }) {
  const path = inWorkspace(`/runs/${encodeURIComponent(id)}`);
  const load = async (signal: AbortSignal) => {
    const [run, story] = await Promise.all([ask<Run>(path, { signal }), ask<Timeline>(`${path}/timeline`, { signal })]);
    return { run, story };
  };
  const found = useResource(path, load, { on: (event) => event.runid === id && !event.type.includes('Progress') });
  const names = useNames();
  const name =
    found.data === undefined ? 'Run' : (found.data.run.workflowName ?? names.workflow(found.data.run.workflowId));
  const actions = (
    <>
      <CopyId id={id} of="this run" /> <a href={link('runs')}>All runs</a>
    </>
  );
  return (
    <Page title={name} lead="A run: what it did, why it was allowed to, and what proves it." actions={actions}>
      <Loaded resource={found} what="the run">
        {({ run, story }) => (
          <>
            <Overview run={run} onChanged={found.reload} />
            <RunAttention run={run} onChanged={found.reload} />
            {studyOf(run) !== undefined && <LiveTraining directory={studyOf(run) ?? ''} stays />}
            <RunTrace run={run} story={story} />
            <Steps run={run} />
            <RunEffects effects={story.effects} />
            <Story story={story} runId={run.runId} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Overview({ run, onChanged }: { run: Run; onChanged: () => void }) {
  const took = between(run.startedAtIso, run.endedAtIso);
  return (
    <Card>
      <Facts
        items={[
          ['State', <Badge key="state" state={run.status} />],
          [
            'Waits for',
            run.endedAtIso === undefined && run.waitingFor !== undefined ? statesInWords(run.waitingFor) : undefined,
          ],
          ['Decision', run.pendingApprovals.length > 0 ? <Pending run={run} /> : undefined],
          ['Started by', `${run.initiatedByUserId} (${run.initiatedVia})`],
          ['When', <Moment key="when" iso={run.createdAtIso} />],
          ['Took', took],
          ['Tier', run.executionTier],
          ['Version', `${run.workflowVersion}`],
          ['Undoes', otherRun(run.compensatesRunId)],
          ['Undone by', otherRun(run.compensationRunId)],
          ['Goes on for', otherRun(run.retriesRunId)],
          ['Goes on as', otherRun(run.retryRunId)],
        ]}
      />
      {run.failure !== undefined && <TroubleNote trouble={run.failure} />}
      <Details summary="Input" value={run.input} />
      {run.output !== undefined && <Details summary="Output" value={run.output} />}
      {run.endedAtIso === undefined && run.status !== 'Paused' && <PauseRun run={run} onChanged={onChanged} />}
      {run.endedAtIso === undefined && <CancelRun run={run} onChanged={onChanged} />}
      {run.status === 'Failed' && run.retryRunId === undefined && isRepeatable(run) && <RetryRun run={run} />}
      {isRepeatable(run) && <RunAgain run={run} />}
    </Card>
  );
}

/** A run of a stored workflow that is over; calls that somebody proposed and runs that undo others are not started anew. */
const isRepeatable = (run: Run): boolean =>
  run.endedAtIso !== undefined && run.workflowVersion > 0 && run.compensatesRunId === undefined;

const otherRun = (runId: string | undefined) =>
  runId === undefined ? undefined : <a href={link('runs', runId)}>Another run</a>;

function Pending({ run }: { run: Run }) {
  return (
    <>
      {run.pendingApprovals.map(({ approvalId, prompt }) => (
        <a key={approvalId} href={link('approvals', approvalId)}>
          {prompt}
        </a>
      ))}
    </>
  );
}

function Steps({ run }: { run: Run }) {
  const paged = usePagedTools(run);
  return (
    <Card title="Steps">
      <ol class="timeline">
        {run.steps.map((step) => (
          <StepLine key={step.stepId} step={step}>
            <StepPage run={run} step={step} paged={paged} />
          </StepLine>
        ))}
      </ol>
    </Card>
  );
}

function StepLine({ step, children }: { step: Step; children: ComponentChildren }) {
  const took = between(step.startedAtIso, step.endedAtIso);
  return (
    <li class={`step ${step.state}`}>
      <p class="step-head">
        <strong>{step.stepId}</strong> <code>{step.operation}</code> <Badge state={step.state} />
      </p>
      <p class="soft">
        {step.startedAtIso === undefined ? 'Not begun' : <Moment iso={step.startedAtIso} />}
        {took === undefined ? '' : `, took ${took}`}
        {step.attempt > 1 ? `, attempt ${step.attempt}` : ''}
        {step.blockedBecause === undefined ? '' : `: ${step.blockedBecause}`}
      </p>
      {step.error !== undefined && <TroubleNote trouble={step.error} />}
      {step.input !== undefined && <Details summary={`Input of ${step.stepId}`} value={step.input} />}
      {step.output !== undefined && <Details summary={`Output of ${step.stepId}`} value={step.output} />}
      {children}
    </li>
  );
}

function Story({ story, runId }: { story: Timeline; runId: string }) {
  const evidence = <a href={`#/evidence?run=${encodeURIComponent(runId)}`}>Verify this evidence</a>;
  return (
    <Card title="What happened" aside={evidence}>
      <ol class="timeline">
        {story.entries.map((entry) => (
          <li key={entry.seq} class="step">
            <p class="step-head">
              <strong>{inWords(entry.type)}</strong>
            </p>
            <p class="soft">
              {statesInWords(entry.summary)} By {entry.actor.id}
              {entry.actor.onBehalfOf === undefined ? '' : ` for ${entry.actor.onBehalfOf}`},{' '}
              <Moment iso={entry.atIso} />.
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The study that a step of the run trains, if one does. */
function studyOf(run: Run): string | undefined {
  const inputs = run.steps.map(
    ({ input }) => input as { tool?: string; arguments?: { case_dir?: unknown } } | undefined,
  );
  const training = inputs.find((input) => input?.tool === 'cobre/run');
  const directory = training?.arguments?.case_dir ?? run.input.case_dir;
  return typeof directory === 'string' ? directory : undefined;
}
