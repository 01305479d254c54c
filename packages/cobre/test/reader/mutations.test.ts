/**
 * Damaged files of every kind, through the real server: each call is answered in time and says of what kind its trouble
 * is, and neither the server nor a process that reads for it ends. `COBRE_MUTATIONS=5000` damages each kind that often.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '@quadrivium/kernel/fault';
import { type ChildServer, startChildServer, type WireValue } from '@quadrivium/kernel/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { sampled, sampledCount } from '../../../../test/support/sampling.js';
import { Readers } from '../../src/reader/readers.js';
import { runCase } from '../../src/service/runs/run-case.js';
import { loadCase } from '../../src/validation/load-case.js';
import { smallCurrentCase } from '../case/current-case.js';
import { richCase } from '../case/rich-case.js';
import { type CaseContents, writeFiles } from '../case/write-case.js';
import { bundled } from '../cli/program.js';
import { newRoot } from '../tools/served.js';
import { damaged, random } from './damage.js';
import { convertedFolder, isRun, type Question, questionsAbout } from './questions.js';

/** What nobody of ours reads back: written for people and other programs. */
const notRead =
  /^output\/(stochastic|hydro_models|.*\/(dictionaries|solver|timing|cut_selection))\/|scaling_report|\.lock/;

const studies: Readonly<Record<string, () => CaseContents>> = { earlier, current };

/** All files there are, and few iterations. */
function earlier(): CaseContents {
  const contents = richCase();
  const config = contents['config.json'] as { training: object };
  const training = { ...config.training, stopping_rules: [{ type: 'iteration_limit', limit: 3 }] };
  return { ...contents, 'config.json': { ...config, training, exports: { states: true } } };
}

function current(): CaseContents {
  const contents = smallCurrentCase();
  const config = contents['config.json'] as object;
  const simulation = { enabled: true, selection: { method: 'sampled', num_scenarios: 3 } };
  return { ...contents, 'config.json': { ...config, simulation, exports: { states: true } } };
}

/** Kinds of files: those whose paths differ by a number are one. */
function kindsOf(directory: string): string[] {
  const all = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .filter((file) => !notRead.test(file))
    .sort();
  return [...new Map(all.map((file) => [file.replace(/\d+/g, '#'), file])).values()];
}

const open: (() => unknown)[] = [];

afterAll(async () => {
  for (const close of open) await close();
});

/** Half a minute beyond the longest limit of a tool is no busy machine but a call that nobody ends. */
const patienceMs = 150_000;

class Asker {
  readonly #root: string;
  readonly #readers = new Readers(undefined, 1);
  #child: ChildServer | undefined;
  #asked = 0;

  constructor(root: string) {
    this.#root = root;
    open.push(() => this.#readers.close());
  }

  /** The fault that a question brought to light, if any. */
  async ask(question: Question): Promise<string | undefined> {
    const answered = question.method === 'terminal' ? this.#askReader(question) : this.#askServer(question);
    const late = sleep(patienceMs, 'no answer', { ref: false });
    const found = await Promise.race([answered, late]);
    if (found !== undefined) await this.#child?.kill();
    return found;
  }

  async #askReader({ params: { name, args } }: Question): Promise<string | undefined> {
    const subject = { kind: 'operation', name: String(name), args } as const;
    try {
      await this.#readers.ask({ subject, roots: [this.#root] }, '', new AbortController().signal);
      return undefined;
    } catch (error) {
      return troubleIn((error as Fault).kind ?? 'none', String(error));
    }
  }

  async #askServer(question: Question): Promise<string | undefined> {
    const { session, exited, stderr, process: child } = await this.#server();
    session.clear();
    const id = `question ${this.#asked++}`;
    const asked = session.request(id, question.method, question.params).catch(() => null);
    // A damaged setting may ask for more iterations than anybody waits for.
    const answer = isRun(question) ? await Promise.race([asked, cancelledLater(session, id)]) : await asked;
    if (answer === null) return `the server ended: ${await exited}`;
    if (stderr().includes('nobody handled')) return `an error that nobody handled: ${stderr().slice(-400)}`;
    return child.exitCode === null ? troubleOf(answer) : 'the server ended';
  }

  async #server(): Promise<ChildServer> {
    if (this.#child?.process.exitCode === null && !this.#child.process.killed) return this.#child;
    const flags = ['--allow-write', '--threads', '1', '--readers', '1'];
    const child = startChildServer(bundled('cobre-mcp'), { args: ['--allowed-dirs', this.#root, ...flags] });
    open.push(() => child.kill());
    await child.session.initialize('2025-11-25');
    this.#child = child;
    return child;
  }
}

/** A cancelled request is not answered; what counts is that the server lives. */
async function cancelledLater(session: ChildServer['session'], requestId: string): Promise<WireValue> {
  await sleep(10_000, undefined, { ref: false });
  session.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
  await sleep(2000, undefined, { ref: false });
  return { result: {} };
}

function troubleOf({ result, error }: WireValue): string | undefined {
  const text = JSON.stringify(error ?? result);
  const { isError, content } = (result ?? {}) as { isError?: boolean; content?: { text: string }[] };
  if (error !== undefined) {
    const { data, code } = error as { data?: { kind?: string }; code?: number };
    return code === -32603 ? text : troubleIn(data?.kind ?? `code ${code}`, text);
  }
  if (!isError) return undefined;
  return troubleIn((JSON.parse(content?.[0]?.text ?? '{}') as { kind?: string }).kind ?? 'none', text);
}

/** Answers that are ours to mend: a defect, or a process that had to be replaced. */
function troubleIn(kind: string, text: string): string | undefined {
  return ['InternalError', 'InvalidOutput', 'ReaderFailed', 'none'].includes(kind) ? text : undefined;
}

const each = Number(process.env.COBRE_MUTATIONS ?? sampledCount('damages of each kind of file', 8, 2));
const only = new RegExp(process.env.COBRE_MUTATED ?? '');

describe.each(Object.keys(studies))('files of the %s format', (name) => {
  test('damaged in any way, they end nothing, and every call is answered', { timeout: 0 }, async () => {
    const root = await newRoot();
    const [case_dir, other] = [join(root, 'case'), join(root, 'other')];
    await writeFiles(case_dir, studies[name]!());
    await runCase((await loadCase(case_dir)).case, case_dir, { prove: true });
    cpSync(case_dir, other, { recursive: true });
    const asker = new Asker(root);
    const next = random(20_261_117);
    const faults: string[] = [];
    const kinds = sampled(`kinds of files of the ${name} format`, kindsOf(case_dir), 3);
    for (const file of kinds.filter((kind) => only.test(kind))) {
      const questions = questionsAbout(file, case_dir, other);
      const whole = readFileSync(join(other, file));
      const began = performance.now();
      for (let k = 0; k < each; k++) {
        writeFileSync(join(case_dir, file), damaged(file, whole, next));
        const question = questions[k % questions.length]!;
        const found = await asker.ask(question);
        if (found !== undefined) faults.push(`${file} ${k} ${JSON.stringify(question.params)}: ${found.slice(0, 500)}`);
        if (found !== undefined && each > 100) process.stderr.write(`${faults.at(-1)}\n`);
        restore(question, file, case_dir, other);
      }
      if (each > 100) process.stderr.write(`${file}: ${each} in ${Math.round(performance.now() - began)} ms\n`);
    }
    expect(faults).toEqual([]);
  });
});

/** A run writes anew what it may have damaged itself; anything else leaves at most an export or a policy. */
function restore(question: Question, file: string, case_dir: string, other: string): void {
  rmSync(join(case_dir, convertedFolder), { recursive: true, force: true });
  if (isRun(question)) {
    rmSync(join(case_dir, 'output'), { recursive: true, force: true });
    cpSync(join(other, 'output'), join(case_dir, 'output'), { recursive: true });
  }
  cpSync(join(other, file), join(case_dir, file));
}
