import { duration } from '../../numbers/time.js';
import { Badge } from '../../parts/badge.js';
import { Json } from '../../parts/json.js';
import { TroubleNote } from '../../parts/notes.js';
import { ToolPage } from '../../parts/tool-page.js';
import { WaitingNote } from '../../parts/waiting-note.js';
import { link } from '../../state/route.js';
import { runOf, type WaitingCall } from '../../wire/governed.js';
import type { Progress, ToolListing, ToolResult } from '../../wire/mcp.js';
import type { Trouble } from '../../wire/trouble.js';

export type Call =
  | { readonly state: 'running'; readonly progress?: Progress }
  | { readonly state: 'waiting'; readonly waiting: WaitingCall }
  /** Nobody waits for it any more; it is still open. */
  | { readonly state: 'left'; readonly runId: string }
  | {
      readonly state: 'answered';
      readonly input: Readonly<Record<string, unknown>>;
      readonly result: ToolResult;
      readonly ms: number;
    }
  | { readonly state: 'refused'; readonly trouble: Trouble };

interface CallOutcomeProps {
  readonly call: Call;
  readonly server: string;
  readonly tool: ToolListing;
  readonly onStop: () => void;
}

/** How far a call is, or what was answered. */
export function CallOutcome({ call, server, tool, onStop }: CallOutcomeProps) {
  if (call.state === 'refused') return <TroubleNote trouble={call.trouble} />;
  if (call.state === 'left')
    return (
      <p class="note">
        You do not wait any more. <a href={link('runs', call.runId)}>The call itself</a> is still open; cancel it there,
        or call again with the same arguments to wait for the same answer.
      </p>
    );
  if (call.state === 'answered') return <Answer call={call} server={server} tool={tool} />;
  return (
    <div class="running">
      {call.state === 'running' ? (
        <>
          <p>{call.progress?.message ?? 'Calling …'}</p>
          <progress
            max={call.progress?.total ?? 1}
            value={call.progress?.progress}
            aria-label={`Progress of ${tool.name}`}
          />
        </>
      ) : (
        <WaitingNote call={call.waiting} />
      )}
      <button type="button" class="button plain small" onClick={onStop}>
        {call.state === 'running' ? 'Stop' : 'Stop waiting'}
      </button>
    </div>
  );
}

interface AnswerProps {
  readonly call: Extract<Call, { readonly state: 'answered' }>;
  readonly server: string;
  readonly tool: ToolListing;
}

function Answer({ call: { input, result, ms }, server, tool }: AnswerProps) {
  const text = result.content.map((part) => part.text ?? `(${part.type})`).join('\n');
  const runId = runOf(result);
  return (
    <section aria-label="Answer" class="answer" data-answer={result.isError ? 'refused' : 'ok'}>
      <p>
        <Badge state={result.isError ? 'Refused' : 'Answered'} tone={result.isError ? 'bad' : 'good'} /> after{' '}
        {duration(ms)}
        {runId === undefined ? null : (
          <>
            , as <a href={link('runs', runId)}>a run</a>
          </>
        )}
      </p>
      <ToolPage server={server} tool={tool} input={input} result={result} />
      <Json value={result.structuredContent ?? text} label={`Answer of ${tool.name}`} />
    </section>
  );
}
