import { useState } from 'preact/hooks';
import { type EvidenceEntry, type Verdict, verifyExport } from '../evidence/verify-export.js';
import { inWords, statesInWords } from '../numbers/format.js';
import { Badge } from '../parts/badge.js';
import { CopyId } from '../parts/copy-id.js';
import { Details } from '../parts/json.js';
import { Moment } from '../parts/moment.js';
import { Empty, Loaded } from '../parts/notes.js';
import { Card, Page } from '../parts/page.js';
import { link, route } from '../state/route.js';
import { inWorkspace } from '../state/session.js';
import { useResource } from '../state/use-resource.js';
import { askLines } from '../wire/rest.js';
import { Kept } from './kept.js';
import { type Names, useNames } from './use-names.js';

const pageSize = 25;

/** The chain of the workspace or of one run, verified here and now. */
export function Evidence() {
  const runId = route.value.query.get('run') ?? undefined;
  const path = inWorkspace(`/evidence:export${runId === undefined ? '' : `?runId=${encodeURIComponent(runId)}`}`);
  const load = async (signal: AbortSignal): Promise<Verdict> => verifyExport(await askLines(path, signal));
  const verdict = useResource(path, load, { on: () => true, gatherMs: 1000 });
  const names = useNames();
  const lead = 'Your browser computes every hash again and follows every link.';
  return (
    <Page title="Evidence" lead={lead}>
      {runId !== undefined && (
        <p>
          Only the run <a href={link('runs', runId)}>{names.run(runId)}</a> <CopyId id={runId} of="the run" />.{' '}
          <a href="#/evidence">The whole workspace</a>
        </p>
      )}
      <Loaded resource={verdict} what="and verifying the evidence">
        {(data) => (
          <>
            <Judgement verdict={data} />
            <Entries verdict={data} />
            {runId === undefined && <Kept />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Judgement({ verdict: { valid, entries, problems, head } }: { verdict: Verdict }) {
  if (valid)
    return (
      <div class="note good" role="status" data-verdict="verified">
        <p>
          <strong>Verified:</strong> {entries.length} {entries.length === 1 ? 'entry' : 'entries'}, every hash and every
          link is right.
        </p>
        <p class="soft">
          The last is number {head?.seq ?? 0} with hash <code>{head?.hash}</code>.
        </p>
      </div>
    );
  return (
    <div class="note bad" role="alert" data-verdict="broken">
      <p>
        <strong>Broken:</strong> this evidence was changed after it was written.
      </p>
      <ul>
        {problems.map(({ sentence }) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}

function Entries({ verdict: { entries, problems } }: { verdict: Verdict }) {
  const [shown, setShown] = useState(pageSize);
  const names = useNames();
  if (entries.length === 0)
    return (
      <Empty title="There is no evidence here yet.">
        <p>
          Whatever a run, a decision or an administrator does is written down; start with{' '}
          <a href={link('runs')}>Runs</a>.
        </p>
      </Empty>
    );
  const wrong = new Map(problems.map(({ seq, sentence }) => [seq, sentence]));
  // What is broken is why somebody looks, however old it is.
  const newest = [...entries].reverse();
  const ordered = [...newest.filter(({ seq }) => wrong.has(seq)), ...newest.filter(({ seq }) => !wrong.has(seq))];
  return (
    <Card title={wrong.size === 0 ? 'Entries, newest first' : 'Entries, broken ones first'}>
      <ol class="timeline">
        {ordered.slice(0, shown).map((entry) => (
          <EntryLine key={entry.seq} entry={entry} problem={wrong.get(entry.seq)} names={names} />
        ))}
      </ol>
      {shown < entries.length && (
        <button type="button" class="button plain" onClick={() => setShown(shown + pageSize)}>
          Show older ones
        </button>
      )}
    </Card>
  );
}

interface EntryLineProps {
  readonly entry: EvidenceEntry;
  readonly problem: string | undefined;
  readonly names: Names;
}

function EntryLine({ entry, problem, names }: EntryLineProps) {
  const { seq, type, actor, at, hash, stream, body } = entry;
  const { summary } = (body ?? {}) as { summary?: string };
  return (
    <li class={problem === undefined ? 'step' : 'step Failed'} data-seq={seq}>
      <p class="step-head">
        <span class="soft">{seq}</span> <strong>{inWords(type)}</strong>{' '}
        <Badge state={problem === undefined ? 'Verified' : 'Broken'} tone={problem === undefined ? 'good' : 'bad'} />
      </p>
      <p class="soft">
        {summary === undefined ? '' : statesInWords(summary)} By {actor.id}, <Moment iso={at} />, in{' '}
        <Stream id={stream} names={names} />.
      </p>
      {problem !== undefined && <p class="note bad">{problem}</p>}
      <p class="digest">
        <code>{hash}</code>
      </p>
      <Details summary={`Content of entry ${seq}`} value={body} />
    </li>
  );
}

/** Evidence belongs to a run, or to the workspace as a whole. */
function Stream({ id, names }: { id: string; names: Names }) {
  if (!id.startsWith('run_')) return <>the {id}</>;
  return <a href={link('runs', id)}>{names.run(id)}</a>;
}
