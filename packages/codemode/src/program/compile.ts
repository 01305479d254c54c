import { SourceMap, type SourceMapPayload } from 'node:module';
import { type OxcError, transformSync } from 'oxc-transform';
import { moduleAsBody, withoutFences } from './normalise.js';

export const FILE = 'main.ts';

/** The text before the model's first line takes one line of its own. */
const HEAD = '(async () => {\n';
const TAIL = '\n})';

export interface Diagnostic {
  /** Counted from 1, in the model's text. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type Compiled =
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly ok: true;
      /** Expression whose value is the program as a function. */
      readonly javascript: string;
      /** The same with types, for the type check. */
      readonly typescript: string;
      /** Translates a place in `javascript` into one in the model's text. */
      readonly locate: (line: number, column: number) => { line: number; column: number };
    };

/** Takes the types off. What it reports is the syntax of the model's text, at the model's lines. */
export function compile(code: string): Compiled {
  const body = withoutFences(code);
  const whole = moduleAsBody(body);
  const asModule = whole === undefined ? undefined : attempt(whole);
  return asModule?.ok ? asModule : attempt(body);
}

function attempt(body: string): Compiled {
  const typescript = `${HEAD}${body}${TAIL}`;
  const result = transformSync(FILE, typescript, { lang: 'ts', sourceType: 'module', sourcemap: true });
  if (result.errors.length > 0) {
    return { ok: false, diagnostics: result.errors.map((error) => diagnosticOf(error, typescript)) };
  }
  const map = new SourceMap(result.map as unknown as SourceMapPayload);
  const locate = (line: number, column: number): { line: number; column: number } => {
    const found = map.findEntry(line - 1, column - 1);
    // `originalLine` counts from zero, and the first line is ours: the two corrections cancel.
    if (!('originalLine' in found)) return { line, column };
    return { line: Math.max(1, found.originalLine), column: found.originalColumn + 1 };
  };
  // The transform ends a lone expression with a semicolon.
  return { ok: true, typescript, javascript: result.code, locate };
}

function diagnosticOf({ message, labels, helpMessage }: OxcError, text: string): Diagnostic {
  const offset = byteToChar(text, labels[0]?.start ?? HEAD.length);
  const before = text.slice(0, offset).split('\n');
  const help = helpMessage === null ? '' : ` ${helpMessage}`;
  const line = Math.max(1, before.length - 1);
  return { line, column: (before.at(-1)?.length ?? 0) + 1, message: `${message}${help}` };
}

/** Offsets count UTF-8 bytes there and UTF-16 units here. */
function byteToChar(text: string, bytes: number): number {
  return Buffer.from(text, 'utf8').subarray(0, bytes).toString('utf8').length;
}
