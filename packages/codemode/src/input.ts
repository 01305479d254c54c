import * as z from 'zod';
import type { CodeModeConfig } from './settings.js';

const USUAL_SECONDS = 60;
const LONGEST_SECONDS = 300;
const MAX_CODE_CHARS = 256 * 1024;

/** Zero stands for the usual limit, as the original has it. */
export function longestTimeout({ maxTimeout }: Pick<CodeModeConfig, 'maxTimeout'>): number {
  return maxTimeout === 0 ? LONGEST_SECONDS : maxTimeout;
}

/** What a model gives the tool. The schema it sees and the check are the same. */
export function codeInput(longest: number) {
  const usual = Math.min(USUAL_SECONDS, longest);
  return z.strictObject({
    code: z.string().min(1).max(MAX_CODE_CHARS).describe('Body of an async function in TypeScript'),
    executionTimeout: z
      .int()
      .min(1, `must be 1 to ${longest}`)
      .max(longest, `must be 1 to ${longest}`)
      .default(usual)
      .describe(`Seconds the program may take, 1 to ${longest}`),
  });
}

export type CodeInput = z.output<ReturnType<typeof codeInput>>;

export function inputSchemaOf(longest: number): Record<string, unknown> {
  return z.toJSONSchema(codeInput(longest), { io: 'input' });
}

/** One line for everything that is wrong with the arguments. */
export function inputProblem(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`).join('; ');
}
