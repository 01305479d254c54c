/** Lines and sentences have an end: what is read of them is compared with all that stands before, so their length is bounded. */
import { careerFault } from '../faults.js';

/** A whole posting pasted as one line has a third of it. */
export const longestLine = 20_000;

export function refuseLongLines(what: string, text: string): void {
  const lines = text.split('\n');
  const at = lines.findIndex(({ length }) => length > longestLine);
  if (at < 0) return;
  throw careerFault(
    'TOO_LARGE',
    `Line ${at + 1} of ${what} has ${lines[at]?.length} characters; a line may have ${longestLine}.`,
    {
      context: { line: at + 1, characters: lines[at]?.length },
      suggestion: 'Break the line where its sentences end, or leave out what is no text.',
    },
  );
}
