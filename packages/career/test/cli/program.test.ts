import { Fault, render } from '@quadrivium/kernel';
import { describe, expect, test } from 'vitest';
import { explained } from '../../src/cli/explain.js';
import { careerProgram } from '../../src/cli/program.js';
import { renderMatch } from '../../src/cli/render-match.js';
import { careerOperations as tools } from '../../src/operations/index.js';

const names = tools.map((tool) => tool.name);
const settings = {
  version: '1',
  database: 'career.db',
  strategies: ['evidence_v1'],
  vectorBackends: ['sqlite'],
  err: () => {},
};

/** What a command line comes to: the tool and its arguments, or what is said about the mistake. */
async function asked(words: readonly string[], json = false) {
  const calls: { tool: string; args: unknown }[] = [];
  const program = careerProgram(tools, settings, async ({ name }, args) => {
    calls.push({ tool: name, args });
  });
  try {
    await program.parseAsync([...words], { from: 'user' });
    return { calls, ...program.opts() };
  } catch (error) {
    return explained(error, json, names);
  }
}

describe('the words of a command line', () => {
  test('become a call with the defaults of the tool', async () => {
    expect(await asked(['match-opportunity', '--opportunity-id', 'acme', '--k-lex', '3'])).toMatchObject({
      calls: [{ tool: 'match_opportunity', args: { opportunity_id: 'acme', k_lex: 3, k_emb: 25 } }],
    });
    expect(await asked(['add-atom', 'Drove trams', '--tags', 'tram, city', '--verified', 'no'])).toMatchObject({
      calls: [{ args: { claim: 'Drove trams', tags: ['tram', 'city'], verified: false } }],
    });
    expect(await asked(['add-opportunity', 'Acme', 'Engineer', '--requirements', 'Rust, Go'])).toMatchObject({
      calls: [{ args: { requirements: [{ text: 'Rust' }, { text: 'Go' }] } }],
    });
  });

  test('match by evidence unless told otherwise', async () => {
    expect(await asked(['list-atoms'])).toMatchObject({ defaultStrategy: 'evidence_v1', cooldownDays: 14 });
  });

  test.each([
    ['a command nobody knows', ['frobnicate'], /There is no command "frobnicate"/],
    ['a command that is nearly one', ['list-things'], /Did you mean list-/],
    ['no command at all', [], /No command was given/],
    ['a missing argument', ['get-atom'], /missing required argument 'atom-id'/],
    ['too many arguments', ['get-atom', 'a', 'b'], /too many arguments/],
    ['an unknown option', ['list-atoms', '--fast'], /unknown option '--fast'/],
    ['a number that is none', ['list-atoms', '--limit', 'many'], /--limit takes a number, not "many"/],
    ['a number that is too large', ['list-atoms', '--limit', '5000'], /--limit: Too big/],
    ['neither yes nor no', ['add-atom', 'x', '--verified', 'maybe'], /--verified takes yes or no, not "maybe"/],
    ['JSON that is none', ['add-opportunity', 'A', 'B', '--requirements', '[{'], /--requirements is not JSON/],
    ['an object that is none', ['match-opportunity', '--opportunity', 'acme'], /--opportunity is not JSON/],
    ['two ways at once', ['match-opportunity'], /Give either --opportunity-id or opportunity/],
    ['an unknown event', ['interaction-apply-event', 'i', 'Fly', 'k'], /--event: Invalid option/],
    ['an unknown strategy', ['explain-match', 'o', '--strategy', 'bogus'], /Allowed choices are/],
    ['days that are none', ['--cooldown-days', 'x', 'list-atoms'], /--cooldown-days takes a whole number/],
  ])('with %s are explained, with what to try and exit code 1', async (_, words, message) => {
    const said = await asked(words);
    expect(said).toMatchObject({ code: 1, text: expect.stringMatching(/^error: .* \[INVALID_ARGUMENT\]\n.+\n$/) });
    expect('text' in said && said.text).toMatch(message);
    const json = await asked(words, true);
    const { error } = JSON.parse('text' in json ? json.text : '{}') as { error: Record<string, unknown> };
    expect(error).toMatchObject({ kind: 'INVALID_ARGUMENT', message: expect.stringMatching(message) });
    expect(error.suggestion).toEqual(expect.any(String));
  });

  test.each(names)('%s refuses an option it does not have', async (name) => {
    expect(await asked([name.replaceAll('_', '-'), '--no-such-option'])).toMatchObject({ code: 1 });
  });
});

describe('what went wrong', () => {
  test('is said in commands, not in tools', () => {
    const fault = new Fault('ATOM_NOT_FOUND', 'There is no atom "x".', {
      suggestion: 'list_atoms shows what there is.',
    });
    expect(explained(fault, false, names)).toEqual({
      code: 1,
      text: 'error: There is no atom "x". [ATOM_NOT_FOUND]\ncareer list-atoms shows what there is.\n',
    });
  });

  test('is a bug of ours when nobody foresaw it', () => {
    const { code, text } = explained(new TypeError('Oops'), true, names);
    expect([code, JSON.parse(text)]).toEqual([4, { error: { kind: 'INTERNAL', message: 'Oops', context: {} } }]);
  });
});

describe('what people read', () => {
  test('of a match is the verdict, the proof and what would help', () => {
    const match_report = {
      opportunity_id: 'acme',
      strategy: 'evidence_v1',
      overall_score: 0.4286,
      requirement_matches: [
        {
          requirement_text: 'Container orchestration',
          matched: true,
          best_score: 0.9,
          contributing_atom_id: 'a1',
          evidence_tokens: ['container orchestration'],
          explanation: {
            verdict: 'met',
            nearest_atom_id: 'a1',
            evidence: [
              {
                kind: 'concept',
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
        'acme: 0.43 by evidence_v1, needs_review',
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

  test('of an empty list is that it is empty', () => {
    expect(render([])).toBe('(none)');
  });
});
