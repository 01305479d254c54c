import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';

export type RunPart = 'training' | 'simulation';

/** Takes back the mark of an earlier run before a new one begins to overwrite it. */
export async function beginPart(output: string, part: RunPart): Promise<void> {
  await rm(join(output, part, '_SUCCESS'), { force: true });
  await rm(join(output, part, 'metadata.json'), { force: true });
  if (part === 'simulation') await rm(join(output, part), { recursive: true, force: true });
}

/** The last file of a part: without it nothing there counts as a finished run. */
export function finishPart(output: string, part: RunPart): Promise<void> {
  return writeWhole(join(output, part, '_SUCCESS'), '');
}

export async function isFinished(output: string, part: RunPart): Promise<boolean> {
  return readFile(join(output, part, '_SUCCESS')).then(
    () => true,
    () => false,
  );
}

/** The metadata of a finished part; a half-written run is refused. */
export async function readRunMetadata(output: string, part: RunPart): Promise<Record<string, unknown>> {
  const path = join(output, part, 'metadata.json');
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null || !(await isFinished(output, part))) {
    throw new Fault(text === null ? 'OutputNotFound' : 'OutputCorrupted', `${output} holds no finished ${part}.`, {
      context: { path: join(output, part), file: path, expected_content: `${part}/_SUCCESS`, detail: 'no _SUCCESS' },
      suggestion: 'Wait until the run is over, or run the case again.',
    });
  }
  return JSON.parse(text) as Record<string, unknown>;
}
