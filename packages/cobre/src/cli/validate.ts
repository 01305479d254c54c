import { resolve } from 'node:path';
import { colors } from '@quadrivium/kernel/shell';
import { entityKinds } from '../service/cases/entity-lists.js';
import type { ValidationReport } from '../validation/report.js';
import type { Answer, CliCommand } from './command.js';
import { exitCodes, invalidExitCode } from './envelope.js';
import type { Shell } from './shell.js';
import { facts, plural } from './text.js';

export const validateCommand: CliCommand = {
  name: 'validate',
  declare(command, does) {
    command
      .description('Check a case in five layers')
      .argument('<case>', 'Case directory')
      .action(does((shell: Shell, directory: string) => validateAnswer(shell, directory)));
  },
};

export async function validateAnswer(shell: Shell, directory: string): Promise<Answer> {
  const { valid, errors, warnings, summary } = await shell.call('validate', { case_dir: directory });
  const counts = valid && shell.outputFormat === 'human' ? await entityCounts(shell, directory) : '';
  return {
    exitCode: valid ? exitCodes.ok : invalidExitCode(errors),
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
    summary: sentence(valid, summary, errors.length, warnings.length),
    details: () => counts,
  };
}

function sentence(valid: boolean, summary: ValidationReport['summary'], errors: number, warnings: number): string {
  return [
    valid ? colors.green('valid') : colors.red('not valid'),
    `: ${plural(summary.files_checked, 'file')}, ${plural(summary.entities_validated, 'entity', 'entities')}, `,
    `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`,
  ].join('');
}

async function entityCounts(shell: Shell, directory: string): Promise<string> {
  const { entities, stages } = await shell.call('inspectCase', { case_dir: directory });
  const found = entityKinds.filter((kind) => entities[kind] > 0);
  return facts([['stages', String(stages)], ...found.map((kind) => [kind, String(entities[kind])] as const)]);
}
