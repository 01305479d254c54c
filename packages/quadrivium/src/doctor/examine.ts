import type { NatsSettings } from '@quadrivium/cobre/server';
import { Fault } from '@quadrivium/kernel/fault';
import { pageAddress } from '@quadrivium/kernel/shell';
import { foldersAt } from '../folder/data-folder.js';
import { holderOf } from '../folder/folder-lock.js';
import type { Check, Finding, Patient } from './check.js';
import { checks } from './checks/index.js';

export interface Diagnosis {
  readonly healthy: boolean;
  readonly findings: readonly Finding[];
}

export interface Examined {
  readonly data: string;
  readonly port: number;
  readonly nats?: NatsSettings | undefined;
}

export async function examine(options: Examined): Promise<Diagnosis> {
  const data = foldersAt(options.data);
  const running = holderOf(data.path);
  const { port, nats } = options;
  const patient: Patient = { data, port, ...(nats ? { nats } : {}), ...(running === undefined ? {} : { running }) };
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...(await looked(check, patient)));
  return { healthy: findings.every(({ status }) => status !== 'problem'), findings };
}

/** A check that breaks is a finding too: whoever asks a doctor has a broken machine. */
async function looked(check: Check, patient: Patient): Promise<readonly Finding[]> {
  try {
    return (await check.look(patient)).map((finding) => explained({ check: check.name, ...finding }));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const advice = error instanceof Fault && error.suggestion !== undefined ? { suggestion: error.suggestion } : {};
    return [explained({ check: check.name, status: 'problem', detail, ...advice })];
  }
}

/** Every check names its page; a test holds the page to the checks there are. */
const explained = (finding: Finding): Finding => ({
  ...finding,
  page: pageAddress('doctor', finding.check),
});

const marks = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' } as const;

export function diagnosisText({ findings }: Diagnosis): string {
  const lines = findings.flatMap(({ check, status, detail, suggestion, page }) => [
    // What a database says of itself has many lines.
    `${marks[status]}  ${check.padEnd(15)}  ${detail.replaceAll(/\s*\n\s*/g, '; ')}`,
    // People need the page of what is not as it should be; programs have all of them.
    ...[suggestion, status === 'ok' ? undefined : page].flatMap((more) =>
      more === undefined ? [] : [`${' '.repeat(26)}${more}`],
    ),
  ]);
  return `${lines.join('\n')}\n\n`;
}

export function verdict({ healthy }: Diagnosis): string {
  return healthy ? 'Healthy.' : 'Something is wrong; the lines marked PROBLEM say what.';
}
