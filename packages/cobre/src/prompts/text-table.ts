/** A table in Markdown; numbers are short enough to read and exact enough to reason about. */
export function textTable(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const line = (cells: readonly (string | number | null)[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'string') return value.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7)));
}

/** Rows to show of a long list: the first, the last, and some between. */
export function sample<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  const step = (list.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, k) => list[Math.round(k * step)]!);
}
