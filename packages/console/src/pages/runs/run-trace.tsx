import type { RunView as Run, RunTimeline as Timeline } from '@quadrivium/portarium/answers';
import { duration } from '../../numbers/time.js';
import { Card } from '../../parts/page.js';
import { link } from '../../state/route.js';
import { type Span, spansOf } from './run-spans.js';

/** The run as a timeline: how long each step took, which calls it made and how long somebody was waited for. */
export function RunTrace({ run, story }: { run: Run; story: Timeline }) {
  const spans = spansOf(run, story);
  if (spans.length === 0) return null;
  const begin = Math.min(...spans.map(({ from }) => from));
  const end = run.endedAtIso === undefined ? Date.now() : Date.parse(run.endedAtIso);
  const last = Math.max(end, ...spans.map(({ from, to }) => to ?? from));
  return (
    <Card title="Trace">
      <ol class="trace">
        {spans.map((span) => (
          <TraceLine key={span.key} span={span} begin={begin} whole={Math.max(1, last - begin)} last={last} />
        ))}
      </ol>
    </Card>
  );
}

interface TraceLineProps {
  readonly span: Span;
  readonly begin: number;
  readonly whole: number;
  readonly last: number;
}

function TraceLine({ span, begin, whole, last }: TraceLineProps) {
  const { kind, label, from, to, approvalId, seq } = span;
  const percent = (ms: number): string => `${(100 * Math.max(0, ms)) / whole}%`;
  return (
    <li class={`trace-line of-${kind}`}>
      <span class="trace-name">
        {approvalId === undefined ? label : <a href={link('approvals', approvalId)}>{label}</a>}
      </span>
      <span class="trace-track" aria-hidden="true">
        <span
          class={`trace-bar of-${kind} ${to === undefined ? 'open' : ''}`}
          style={{ left: `min(${percent(from - begin)}, 100% - 3px)`, width: percent((to ?? last) - from) }}
        />
      </span>
      <span class="trace-time">
        after {duration(from - begin)}, {to === undefined ? 'still going' : duration(to - from)}
        {seq === undefined ? '' : `, evidence ${seq}`}
      </span>
    </li>
  );
}
