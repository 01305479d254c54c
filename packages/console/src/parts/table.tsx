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
  const ofNumbers = head.map((_, at) => isOfNumbers(rows.map(({ cells }) => cells[at])));
  return (
    <div class="table-room">
      <table class="table">
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((name, at) => (
              <th key={name} scope="col" class={ofNumbers[at] ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={head[at]} data-head={head[at]} class={styleOf(cell, ofNumbers[at] === true)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function styleOf(cell: ComponentChildren, inNumbers: boolean): string | undefined {
  if (inNumbers) return 'figure number';
  if (isFigure(cell)) return 'figure';
  return hasLongWord(cell) ? 'long' : undefined;
}

/** A number stays in one piece. */
const isFigure = (cell: ComponentChildren): boolean =>
  typeof cell === 'number' || (typeof cell === 'string' && /^-?\d[\d.,]*[KMBT]?(?:\s%)?$/.test(cell));

/** Numbers stand below each other by their ends; a number that is not known is a dash among them. */
const isOfNumbers = (cells: readonly ComponentChildren[]): boolean =>
  cells.some(isFigure) && cells.every((cell) => isFigure(cell) || cell === '–');

/** What is longer than any word or address that people write: an id, a hash, a name out of spite. */
const longestWord = 26;

function hasLongWord(cell: ComponentChildren): boolean {
  if (Array.isArray(cell)) return cell.some(hasLongWord);
  if (typeof cell === 'string') return cell.split(/\s+/).some(({ length }) => length > longestWord);
  return typeof cell === 'object' && cell !== null && 'props' in cell && hasLongWord(cell.props.children);
}
