import type { SimulationView as Simulation } from '@quadrivium/portarium/answers';
import { Moment } from '../../parts/moment.js';
import { Table } from '../../parts/table.js';
import { link } from '../../state/route.js';
import { useNames } from '../use-names.js';
import { Decision } from './policy-text.js';

/** More are counted, not listed: nobody reads a thousand rows. */
const listed = 200;

/** How many of the calls looked at are decided otherwise, in which ways, and each of them. */
export function Changes({ found: { considered, changes }, caption }: { found: Simulation; caption: string }) {
  const names = useNames();
  return (
    <div class="result">
      <p role="status">
        <strong>
          {changes.length} of {considered} past calls would be decided otherwise.
        </strong>
      </p>
      {changes.length > 0 && (
        <>
          <ul class="plain">
            {kindsOf(changes).map(({ tool, before, after, times }) => (
              <li key={`${tool} ${before} ${after}`}>
                {times} × <code>{tool}</code> <Decision is={before} /> → <Decision is={after} />
              </li>
            ))}
          </ul>
          <Table
            caption={caption}
            head={['Call', 'When', 'Run', 'Before', 'After', 'Because']}
            rows={changes.slice(0, listed).map((it) => ({
              key: `${it.runId} ${it.stepId} ${it.atIso}`,
              cells: [
                <code key="tool">{it.tool}</code>,
                <Moment key="at" iso={it.atIso} />,
                <a key="run" href={link('runs', it.runId)}>
                  {names.run(it.runId)}
                </a>,
                <Decision key="before" is={it.before} />,
                <Decision key="after" is={it.after} />,
                it.rule === undefined ? it.reason : `${it.rule}: ${it.reason}`,
              ],
            }))}
          />
          {changes.length > listed && <p class="soft">And {changes.length - listed} more, counted above.</p>}
        </>
      )}
    </div>
  );
}

type Change = Simulation['changes'][number];

function kindsOf(
  changes: readonly Change[],
): readonly (Pick<Change, 'tool' | 'before' | 'after'> & { times: number })[] {
  const kinds = new Map<string, Pick<Change, 'tool' | 'before' | 'after'> & { times: number }>();
  for (const { tool, before, after } of changes) {
    const key = `${tool} ${before} ${after}`;
    kinds.set(key, { tool, before, after, times: (kinds.get(key)?.times ?? 0) + 1 });
  }
  return [...kinds.values()].sort((a, b) => b.times - a.times);
}
