import { plainLine } from '@quadrivium/kernel/shell';

const LONGEST = 300;

/** Words of others for a place where they get one line: nobody's words may fill the window of a model. */
export function oneLine(text: string): string {
  const line = plainLine(text).replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}
