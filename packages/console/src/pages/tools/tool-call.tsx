import { useEffect, useRef, useState } from 'preact/hooks';
import { Badge } from '../../parts/badge.js';
import { DetailTitle } from '../../parts/detail-title.js';
import { Details } from '../../parts/json.js';
import { SchemaForm } from '../../parts/schema-form.js';
import { endedCall } from '../../state/ended-call.js';
import { waitingIn } from '../../wire/governed.js';
import { callTool, gateway } from '../../wire/mcp.js';
import { type Trouble, troubleOf } from '../../wire/trouble.js';
import { type Call, CallOutcome } from './call-outcome.js';
import { EffectBadge } from './effect-badge.js';
import { type Offered, ownName } from './offered.js';

export function ToolCall({ offered }: { offered: Offered }) {
  const { server, tool, owner } = offered;
  const [call, setCall] = useState<Call>();
  const stop = useRef<AbortController | undefined>(undefined);
  // Whoever leaves does not wait any more; a call that waits for a person stays open, and its run tells what becomes of it.
  useEffect(() => () => stop.current?.abort('left'), []);
  const writes = tool.annotations?.readOnlyHint !== true;
  const run = async (args: Readonly<Record<string, unknown>>): Promise<void> => {
    const stopping = new AbortController();
    stop.current = stopping;
    setCall({ state: 'running' });
    const begun = performance.now();
    try {
      const first = await callTool(server, tool.name, args, {
        signal: stopOnly(stopping.signal),
        onProgress: (progress) => setCall({ state: 'running', progress }),
      });
      const waiting = server === gateway ? waitingIn(first) : undefined;
      const tellWaiting = (now: typeof waiting) => now && setCall({ state: 'waiting', waiting: now });
      const result = waiting === undefined ? first : await endedCall(waiting, tellWaiting, stopping.signal);
      if (result !== undefined) setCall({ state: 'answered', input: args, result, ms: performance.now() - begun });
      else if (waiting !== undefined) setCall({ state: 'left', runId: waiting.runId });
    } catch (error) {
      setCall({ state: 'refused', trouble: given(error) });
    }
  };
  return (
    <article class="card" aria-labelledby="tool-title">
      <div class="card-head">
        <DetailTitle id="tool-title" chosen>
          {tool.title ?? ownName(tool)}
        </DetailTitle>
        <span>
          {tool._meta?.ui?.resourceUri !== undefined && <Badge state="shows a page" tone="quiet" />}{' '}
          <EffectBadge tool={tool} />
        </span>
      </div>
      <p>
        <code>{ownName(tool)}</code> of {owner}
        {server === gateway && owner !== gateway ? ', under policy: each call is a run, with its evidence' : ''}
      </p>
      <p class="soft">{tool.description}</p>
      <SchemaForm
        naming="names"
        schema={tool.inputSchema}
        submitLabel={writes ? 'Call it: this changes something' : 'Call it'}
        busy={call?.state === 'running' || call?.state === 'waiting'}
        onSubmit={(args) => void run(args)}
      />
      <div aria-live="polite">
        {call !== undefined && (
          <CallOutcome call={call} server={server} tool={tool} onStop={() => stop.current?.abort()} />
        )}
      </div>
      <Details summary="Input schema" value={tool.inputSchema} />
    </article>
  );
}

/** To leave the page is no wish to end what was begun; to press Stop is. */
function stopOnly(signal: AbortSignal): AbortSignal {
  const stop = new AbortController();
  signal.addEventListener('abort', () => signal.reason !== 'left' && stop.abort());
  return stop.signal;
}

function given(error: unknown): Trouble {
  const stopped = error instanceof DOMException && error.name === 'AbortError';
  return stopped
    ? { kind: 'Cancelled', message: 'You stopped waiting; the server was told to stop.' }
    : troubleOf(error);
}
