import { useRef, useState } from 'preact/hooks';
import { duration } from '../../numbers/time.js';
import { Badge } from '../../parts/badge.js';
import { DetailTitle } from '../../parts/detail-title.js';
import { Details, Json } from '../../parts/json.js';
import { TroubleNote } from '../../parts/notes.js';
import { SchemaForm } from '../../parts/schema-form.js';
import { ToolPage } from '../../parts/tool-page.js';
import { callTool, type Progress, type ToolListing, type ToolResult } from '../../wire/mcp.js';
import { type Trouble, troubleOf } from '../../wire/trouble.js';
import { EffectBadge } from './effect-badge.js';

type Given = Readonly<Record<string, unknown>>;

type Call =
  | { readonly state: 'running'; readonly progress?: Progress }
  | { readonly state: 'answered'; readonly input: Given; readonly result: ToolResult; readonly ms: number }
  | { readonly state: 'refused'; readonly trouble: Trouble };

export function ToolCall({ server, tool }: { server: string; tool: ToolListing }) {
  const [call, setCall] = useState<Call>();
  const stop = useRef<AbortController | undefined>(undefined);
  const writes = tool.annotations?.readOnlyHint !== true;
  const run = async (args: Given): Promise<void> => {
    stop.current = new AbortController();
    setCall({ state: 'running' });
    const begun = performance.now();
    try {
      const result = await callTool(server, tool.name, args, {
        signal: stop.current.signal,
        onProgress: (progress) => setCall({ state: 'running', progress }),
      });
      setCall({ state: 'answered', input: args, result, ms: performance.now() - begun });
    } catch (error) {
      setCall({ state: 'refused', trouble: given(error) });
    }
  };
  return (
    <article class="card" aria-labelledby="tool-title">
      <div class="card-head">
        <DetailTitle id="tool-title" chosen>
          {tool.title ?? tool.name}
        </DetailTitle>
        <EffectBadge tool={tool} />
      </div>
      <p>
        <code>{tool.name}</code> of {server}
      </p>
      <p class="soft">{tool.description}</p>
      <SchemaForm
        naming="names"
        schema={tool.inputSchema}
        submitLabel={writes ? 'Call it: this changes something' : 'Call it'}
        busy={call?.state === 'running'}
        onSubmit={(args) => void run(args)}
      />
      <div aria-live="polite">
        {call !== undefined && <Outcome call={call} server={server} tool={tool} onStop={() => stop.current?.abort()} />}
      </div>
      <Details summary="Input schema" value={tool.inputSchema} />
    </article>
  );
}

function given(error: unknown): Trouble {
  const stopped = error instanceof DOMException && error.name === 'AbortError';
  return stopped
    ? { kind: 'Cancelled', message: 'You stopped waiting; the server was told to stop.' }
    : troubleOf(error);
}

interface OutcomeProps {
  readonly call: Call;
  readonly server: string;
  readonly tool: ToolListing;
  readonly onStop: () => void;
}

function Outcome({ call, server, tool, onStop }: OutcomeProps) {
  const { name } = tool;
  if (call.state === 'refused') return <TroubleNote trouble={call.trouble} />;
  if (call.state === 'running')
    return (
      <div class="running">
        <p>{call.progress?.message ?? 'Calling …'}</p>
        <progress max={call.progress?.total ?? 1} value={call.progress?.progress} aria-label={`Progress of ${name}`} />
        <button type="button" class="button plain small" onClick={onStop}>
          Stop
        </button>
      </div>
    );
  const { input, result, ms } = call;
  const text = result.content.map((part) => part.text ?? `(${part.type})`).join('\n');
  return (
    <section aria-label="Answer" class="answer" data-answer={result.isError ? 'refused' : 'ok'}>
      <p>
        <Badge state={result.isError ? 'Refused' : 'Answered'} tone={result.isError ? 'bad' : 'good'} /> after{' '}
        {duration(ms)}
      </p>
      <ToolPage server={server} tool={tool} input={input} result={result} />
      <Json value={result.structuredContent ?? text} label={`Answer of ${name}`} />
    </section>
  );
}
