import type { CobreAnswers } from '@quadrivium/cobre/answers';
import { useState } from 'preact/hooks';
import { columnInWords } from '../../numbers/columns.js';
import { figure, inWords } from '../../numbers/format.js';
import { stageAxis } from '../../numbers/stages.js';
import type { Entity } from './study-data.js';

type Answer = CobreAnswers['cobre/query-results'];

const atOnce = 50;

interface AnswerRowsProps {
  readonly answer: Answer;
  readonly entities: readonly Entity[];
  readonly firstMonth: string | undefined;
}

/** Rows as they came, plants and months by their names; more on demand, so that thousands cost nothing until they are wanted. */
export function AnswerRows({ answer, entities, firstMonth }: AnswerRowsProps) {
  const [shown, setShown] = useState(atOnce);
  const { columns, rows, total_rows } = answer;
  const names = new Map(entities.map(({ id, name }) => [String(id), name]));
  const { xLabel, named = String } = stageAxis(firstMonth);
  const own = columns.findIndex((column) =>
    /^(hydro|thermal|bus|line|source|contract|station|battery)_id$/.test(column),
  );
  const spelled = (value: unknown, at: number): string => {
    if (at === own) return names.get(String(value)) ?? String(value);
    if (columns[at] === 'stage_id') return named(Number(value));
    if (typeof value === 'number') return /_id$/.test(columns[at] ?? '') ? String(value) : figure(value);
    return value === null || value === undefined ? '–' : String(value);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse. */}
      <section class="scroller" tabIndex={0} aria-label="Rows of the answer">
        <table class="wide-table">
          <caption class="hidden">Rows of the answer</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" title={column}>
                  {column === 'stage_id' ? inWords(xLabel) : columnInWords(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, at) => (
              <tr key={at}>
                {row.map((value, k) => (
                  <td key={columns[k]}>{spelled(value, k)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="inline" role="status">
        {Math.min(shown, rows.length)} of {figure(total_rows)} rows{' '}
        {shown < rows.length && (
          <button type="button" class="button plain small" onClick={() => setShown(shown + 10 * atOnce)}>
            Show more
          </button>
        )}
      </p>
    </>
  );
}
