import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditEvent, createRuntime, Fault, localIdentity, noAudit } from '@quadrivium/kernel';
import { render, runProgram } from '@quadrivium/kernel/shell';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { describe, expect, test } from 'vitest';
import { CareerApp } from '../../src/app/career-app.js';
import { type CareerOptions, careerProgram } from '../../src/cli/program.js';
import { reworded } from '../../src/cli/reworded.js';
import { careerOperations } from '../../src/operations/list.js';
import { renderMatch } from '../../src/operations/matching/render-match.js';
import { careerServer } from '../../src/operations/server.js';

/** What a command line comes to: the calls it makes, with the arguments as the gate checked them, and what is said. */
async function asked(...words: readonly string[]) {
  const calls: AuditEvent[] = [];
  const opened: CareerOptions[] = [];
  const program = careerProgram(async (options) => {
    opened.push(options);
    const app = new CareerApp();
    const runtime = createRuntime(careerServer(app), {
      ...{ audit: noAudit, observe: (event: AuditEvent) => calls.push(event) },
      allowWrite: true,
    });
    return { runtime, close: () => app.close() };
  }, localIdentity);
  const terminal = memoryTerminal();
  const code = await runProgram(program, ['--db', ':memory:', ...words], terminal);
  return { code, calls, options: opened[0], text: terminal.stderr, out: terminal.stdout };
}

describe('the words of a command line', () => {
  test('become a call with the defaults of the tool', async () => {
    const { calls } = await asked('match-opportunity', '--opportunity-id', 'acme', '--k-lex', '3');
    expect(calls).toMatchObject([
      { target: 'match_opportunity', args: { opportunity_id: 'acme', k_lex: 3, k_emb: 25 }, front: 'cli' },
    ]);
    expect((await asked('add-atom', 'Drove trams', '--tags', 'tram, city', '--verified', 'no')).calls).toMatchObject([
      { args: { claim: 'Drove trams', tags: ['tram', 'city'], verified: false }, outcome: 'ok' },
    ]);
    expect((await asked('add-opportunity', 'Acme', 'Engineer', '--requirements', 'Rust, Go')).calls).toMatchObject([
      { args: { requirements: [{ text: 'Rust' }, { text: 'Go' }] }, outcome: 'ok' },
    ]);
  });

  test('match by evidence unless told otherwise', async () => {
    expect((await asked('list-atoms')).options).toMatchObject({ defaultStrategy: 'evidence_v2', cooldownDays: 14 });
  });

  test('do not make a database by looking', async () => {
    const db = join(mkdtempSync(join(tmpdir(), 'quadrivium-cli-')), 'none.db');
    expect(await asked('--db', db, 'list-atoms')).toMatchObject({
      code: 1,
      text: expect.stringContaining('no database'),
    });
    expect(existsSync(db)).toBe(false);
  });

  test.each([
    ['a command nobody knows', ['frobnicate'], /Unknown command 'frobnicate'/],
    ['a missing argument', ['get-atom'], /Missing required argument 'atom-id'/],
    ['too many arguments', ['get-atom', 'a', 'b'], /Too many arguments/],
    ['an unknown option', ['list-atoms', '--fast'], /Unknown option '--fast'/],
    ['a number that is none', ['list-atoms', '--limit', 'many'], /--limit takes a number, not "many"/],
    ['a number that is too large', ['list-atoms', '--limit', '5000'], /--limit: Too big/],
    ['neither yes nor no', ['add-atom', 'x', '--verified', 'maybe'], /--verified takes yes or no, not "maybe"/],
    ['JSON that is none', ['add-opportunity', 'A', 'B', '--requirements', '[{'], /--requirements is not JSON/],
    ['an object that is none', ['match-opportunity', '--opportunity', 'acme'], /--opportunity is not JSON/],
    ['two ways at once', ['match-opportunity'], /Give either --opportunity-id or opportunity/],
    ['an unknown event', ['interaction-apply-event', 'i', 'Fly', 'k'], /--event: Invalid option/],
    ['an unknown strategy', ['explain-match', 'o', '--strategy', 'bogus'], /--strategy/],
    ['days that are none', ['--cooldown-days', 'x', 'list-atoms'], /--cooldown-days must be a whole number/],
  ])('with %s are explained, with what to try and exit code 1', async (_, words, message) => {
    const said = await asked(...words);
    expect(said).toMatchObject({ code: 1, text: expect.stringMatching(/^error: .* \[INVALID_ARGUMENT\]\n.+\n$/) });
    expect(said.text).toMatch(message);
    const { error } = JSON.parse((await asked(...words, '--json')).text) as { error: Record<string, unknown> };
    expect(error).toMatchObject({ kind: 'INVALID_ARGUMENT', message: expect.stringMatching(message) });
    expect(error.suggestion).toEqual(expect.any(String));
  });

  test('that are nearly a command are told what was probably meant', async () => {
    expect(await asked('list-atom')).toMatchObject({
      code: 1,
      text: expect.stringContaining('Did you mean list-atoms?'),
    });
  });

  test('without a command show what there is', async () => {
    const { code, text } = await asked();
    expect(code).toBe(1);
    expect(text).toMatch(/match-opportunity[\s\S]*error: No command was given/);
  });

  test.each(careerOperations.map(({ name }) => name))('%s refuses an option it does not have', async (name) => {
    expect(await asked(name.replaceAll('_', '-'), '--no-such-option')).toMatchObject({ code: 1, calls: [] });
  });
});

describe('what went wrong', () => {
  test('is said in commands, not in tools', () => {
    const suggestion = 'list_atoms shows what there is.';
    expect(reworded(new Fault('ATOM_NOT_FOUND', 'There is no atom "x".', { suggestion }))).toMatchObject({
      kind: 'ATOM_NOT_FOUND',
      message: 'There is no atom "x".',
      suggestion: 'career list-atoms shows what there is.',
    });
  });
});
describe('what people read', () => {
  test('of a match is the verdict, the proof and what would help', () => {
    const match_report = {
      opportunity_id: 'acme',
      strategy: 'evidence_v2',
      overall_score: 0.4286,
      requirement_matches: [
        {
          requirement_text: 'Container orchestration',
          matched: true,
          best_score: 0.9,
          contributing_atom_id: 'a1',
          evidence_tokens: ['container orchestration'],
          explanation: {
            verdict: 'met' as const,
            nearest_atom_id: 'a1',
            coverage: 1,
            meaning: 1,
            evidence: [
              {
                kind: 'concept' as const,
                credit: 0.9,
                requirement: 'container orchestration',
                atom: 'k8s',
                path: ['kubernetes', 'containers'],
              },
            ],
          },
        },
        { requirement_text: 'Java', matched: false, best_score: 0, contributing_atom_id: null, evidence_tokens: [] },
      ],
    };
    const findings = [{ rule_id: 'SCORE-001', severity: 'WARN', message: 'Nothing found.' }];
    const what_if = [{ atom_id: 'a2', score_to: 0.8 }];
    expect(renderMatch({ match_report, validation_report: { status: 'needs_review', findings }, what_if })).toBe(
      [
        'acme: 0.43 by evidence_v2, needs_review',
        '',
        'verdict  score  requirement              because                          atom',
        '-------  -----  -----------------------  -------------------------------  ----',
        'met      0.90   Container orchestration  "k8s" (kubernetes > containers)  a1',
        'missing  0.00   Java',
        '',
        'WARN SCORE-001: Nothing found.',
        '',
        'Verifying one of these would help:',
        'atom_id  score_to',
        '-------  --------',
        'a2       0.8000',
      ].join('\n'),
    );
  });

  test('of what many postings ask for is words', async () => {
    const app = new CareerApp();
    const runtime = createRuntime(careerServer(app), { audit: noAudit, allowWrite: true });
    const program = careerProgram(async () => ({ runtime, close: async () => {} }), localIdentity);
    const said = async (...words: string[]) => {
      const terminal = memoryTerminal();
      expect(await runProgram(program, ['--db', ':memory:', ...words], terminal), terminal.stderr).toBe(0);
      return terminal.stdout;
    };
    await said('add-opportunity', 'Acme', 'Engineer', '--opportunity-id', 'acme', '--requirements', 'Kubernetes');
    const gaps = await said('gap-summary');
    expect(gaps).toMatch(/kubernetes +acme +Kubernetes/);
    expect(gaps).not.toMatch(/[{[]/);
    await app.close();
  });

  test('of an empty list is that it is empty', () => {
    expect(render([])).toBe('(none)');
  });
});
