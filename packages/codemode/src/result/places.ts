import { type Diagnostic, FILE } from '../program/compile.js';

type Locate = (line: number, column: number) => { line: number; column: number };

const FRAME = /(?:at )?(\S+)? ?\(?main\.ts:(\d+):(\d+)\)?/;
const MOST_FRAMES = 8;
const MOST_DIAGNOSTICS = 10;

/** `main.ts:4:7` and the line itself. */
function placeText(code: string, { line, column }: { line: number; column: number }): string {
  const source = code.split('\n')[line - 1]?.trim() ?? '';
  return `${FILE}:${line}:${column}${source === '' ? '' : `  ${source.slice(0, 120)}`}`;
}

/** The frames of a stack that lie in the program, at the model's own lines. */
export function framesOf(stack: string, code: string, locate: Locate): string[] {
  const lines = code.split('\n').length;
  return stack
    .split('\n')
    .flatMap((frame) => {
      const found = FRAME.exec(frame);
      if (found === null) return [];
      const place = locate(Number(found[2]), Number(found[3]));
      return place.line > lines ? [] : [`  at ${placeText(code, place)}`];
    })
    .slice(0, MOST_FRAMES);
}

export function diagnosticsText(diagnostics: readonly Diagnostic[], code: string): string {
  const shown = diagnostics.slice(0, MOST_DIAGNOSTICS).map((each) => `${placeText(code, each)}\n  ${each.message}`);
  const left = diagnostics.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
}
