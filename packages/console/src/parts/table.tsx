import type { ComponentChildren } from 'preact';

export interface TableRow {
  readonly key: string;
  readonly cells: readonly ComponentChildren[];
}

/** On a phone each row becomes a small card whose cells carry the names of their columns. */
export function Table({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly TableRow[];
}) {
  return (
    <table class="table">
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, at) => (
              <td key={head[at]} data-head={head[at]} class={isFigure(cell) ? 'figure' : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A number stays in one piece. */
const isFigure = (cell: ComponentChildren): boolean =>
  typeof cell === 'number' || (typeof cell === 'string' && /^-?\d[\d.,]*(?:\s%)?$/.test(cell));
