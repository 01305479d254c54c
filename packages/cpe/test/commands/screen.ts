/** One sign, or what steers the terminal. */
const STEPS = new RegExp(`${String.fromCharCode(27)}\\[\\??(\\d*)([A-Za-z])|[\\s\\S]`, 'gu');

/** What a terminal of so many columns shows after these bytes: just enough of one to see what a line editor draws. */
export function screenOf(bytes: string, columns: number): string[] {
  const rows: string[][] = [[]];
  let [row, column] = [0, 0];
  const put = (sign: string): void => {
    if (column === columns) [row, column] = [row + 1, 0];
    while (rows.length <= row) rows.push([]);
    const cells = rows[row] as string[];
    while (cells.length < column) cells.push(' ');
    cells[column] = sign;
    column += 1;
  };
  const steer = (count: number, command: string): void => {
    if (command === 'A') row = Math.max(0, row - count);
    if (command === 'B') row += count;
    if (command === 'C') column = Math.min(columns - 1, column + count);
    if (command === 'D') column = Math.max(0, column - count);
    if (command === 'G') column = count - 1;
    if (command === 'J' || command === 'K') rows[row]?.splice(column);
    if (command === 'J') rows.splice(row + 1);
  };
  for (const [whole, digits = '', command] of bytes.matchAll(STEPS)) {
    if (command !== undefined) steer(Number(digits || 1), command);
    else if (whole === '\r') column = 0;
    else if (whole === '\n') [row, column] = [row + 1, 0];
    else put(whole);
  }
  return Array.from(rows, (cells) => (cells ?? []).join('').trimEnd());
}
