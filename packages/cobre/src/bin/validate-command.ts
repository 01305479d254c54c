import { resolve } from 'node:path';
import { validateCase } from '../validation/validate-case.js';
import { envelope, exitCodes } from './envelope.js';
import { answer, type OutputFormat } from './output.js';

export async function validateCommand(directory: string, options: { outputFormat: OutputFormat }): Promise<number> {
  const { valid, errors, warnings, summary } = await validateCase(directory);
  const count = (things: readonly unknown[], name: string) =>
    `${things.length} ${name}${things.length === 1 ? '' : 's'}`;
  return answer(
    options.outputFormat,
    envelope({
      command: 'validate',
      exit_code: valid ? exitCodes.ok : exitCodes.input,
      errors,
      warnings,
      data: {
        case_directory: resolve(directory),
        timestamp: new Date().toISOString(),
        valid,
        layers_completed: summary.layers_completed,
        files_checked: summary.files_checked,
        entities_validated: summary.entities_validated,
      },
      summary: `${valid ? 'valid' : 'not valid'}: ${summary.files_checked} files, ${summary.entities_validated} entities, ${count(errors, 'error')}, ${count(warnings, 'warning')}`,
    }),
  );
}
