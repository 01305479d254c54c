import { resolve } from 'node:path';
import { type Answer, argument, colors, exitCodes, type Io, onSwitch } from '@quadrivium/kernel/shell';
import { estimateRun } from '../operations/estimate-run.js';
import { inspectCase } from '../operations/inspect-case.js';
import { validate } from '../operations/validate.js';
import type { RunEvent } from '../sddp/index.js';
import { entityKinds } from '../service/cases/entity-lists.js';
import type { RunEstimate } from '../service/runs/run-estimate.js';
import type { ValidationReport } from '../validation/report.js';
import { call, cobreCommand, type GlobalOptions } from './calls.js';
import { estimateText } from './estimate-text.js';
import { invalidExitCode } from './exit-codes.js';
import { facts, plural } from './text.js';

export const validateCommand = cobreCommand({
  name: 'validate',
  description: 'Check a case in five layers',
  arguments: { case: argument('Case directory') },
  options: {
    estimate: onSwitch(
      'estimate',
      'Also tell what a run takes: linear programs, memory, and time by solving some here',
    ),
  },
  async run(io, given) {
    const answer = await validateAnswer(io, given, given.case);
    if (!given.estimate || answer.exitCode !== exitCodes.ok) return answer;
    const estimate = await estimated(io, given, given.case);
    return {
      ...answer,
      data: { ...(answer.data as object), estimate },
      details: () => [answer.details?.() ?? '', estimateText(estimate)].join('\n'),
    };
  },
});

async function estimated(io: Io, given: GlobalOptions, directory: string): Promise<RunEstimate> {
  return call(estimateRun, { case_dir: directory }, io, given, (event: RunEvent) => {
    if (event.type === 'iteration' || event.type === 'training_progress')
      io.progress.show('estimate  solving some of its problems', { milestone: false });
  });
}

export async function validateAnswer(io: Io, given: GlobalOptions, directory: string): Promise<Answer> {
  const { valid, errors, warnings, summary } = await call(validate, { case_dir: directory }, io, given);
  const counts = valid && io.forPeople ? await entityCounts(io, given, directory) : '';
  return {
    exitCode: valid ? exitCodes.ok : invalidExitCode(errors),
    errors,
    warnings,
    data: {
      case_directory: resolve(directory),
      timestamp: io.now().toISOString(),
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

async function entityCounts(io: Io, given: GlobalOptions, directory: string): Promise<string> {
  const { entities, stages } = await call(inspectCase, { case_dir: directory }, io, given);
  const found = entityKinds.filter((kind) => entities[kind] > 0);
  return facts([['stages', String(stages)], ...found.map((kind) => [kind, String(entities[kind])] as const)]);
}
