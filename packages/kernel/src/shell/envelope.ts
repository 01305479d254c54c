import { explanationOf } from '../explained/index.js';
import type { Answer, ToldFault } from './answer.js';
import { exitCodes } from './exit-codes.js';

/** The one shape of every JSON answer: `urn:<program>:response:v1`, with `<program>_version` among its keys. */
export interface Envelope {
  readonly $schema: string;
  readonly command: string;
  readonly success: boolean;
  readonly exit_code: number;
  readonly errors: readonly ExplainedFault[];
  readonly warnings: readonly ToldFault[];
  readonly data: unknown;
  readonly summary: string;
  readonly [version: `${string}_version`]: string;
}

/** With the page that explains its kind. */
export interface ExplainedFault extends ToldFault {
  readonly page: string;
}

export function explained(fault: ToldFault): ExplainedFault {
  return { ...fault, page: explanationOf(fault.kind) };
}

export function envelope(
  program: { readonly name: string; readonly version: string },
  command: string,
  { exitCode = exitCodes.ok, errors = [], warnings = [], data, summary }: Answer,
): Envelope {
  const success = exitCode === exitCodes.ok;
  const versionKey = `${program.name.replaceAll('-', '_')}_version` as const;
  return {
    $schema: `urn:${program.name}:response:v1`,
    command,
    success,
    exit_code: exitCode,
    ...({ [versionKey]: program.version } as Record<typeof versionKey, string>),
    errors: errors.map(explained),
    warnings,
    data: data ?? null,
    summary: summary ?? (success ? 'done' : `failed: ${errors[0]?.message ?? `exit code ${exitCode}`}`),
  };
}
