import { describe, expect, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import { PolicyBody } from '../../src/domain/policy.js';
import { cedarSchema, schemaFindings, schemaText } from '../../src/policy/cedar/schema.js';
import { type CallFacts, evaluatePolicies } from '../../src/policy/evaluate.js';
import { candidateOf } from '../../src/policy/policy-tests.js';

const spending = `
  @id("small")
  permit(principal in Role::"operator", action == Action::"billing/refund", resource)
  when { context.arguments has amount && context.arguments.amount <= 100 };

  @id("large") @approval("2 approver,admin") @reason("Large refunds are asked of two people.")
  permit(principal, action == Action::"billing/refund", resource)
  when { context.arguments has amount && context.arguments.amount > 100 };

  @id("never-by-night")
  forbid(principal, action in Action::"call", resource in Server::"billing")
  when { context.hourUtc < 6 };
`;

const call = (over: Partial<CallFacts> = {}): CallFacts => ({
  server: 'billing',
  tool: 'refund',
  arguments: { amount: 5 },
  class: 'Mutation',
  tier: 'Auto',
  environment: 'dev',
  workflowId: idOf('w'),
  roles: ['operator'],
  proposed: false,
  at: Date.parse('2026-01-01T12:00:00Z'),
  ...over,
});
const policy = (cedar: string, over: object = {}) =>
  candidateOf(PolicyBody.parse({ policyId: 'spending', name: 'Spending', cedar, ...over }), 'ws');
const decide = (over: Partial<CallFacts> = {}, cedar = spending, more: object = {}) =>
  evaluatePolicies([policy(cedar, more)], call(over));

describe('statements of Cedar beside the rules', () => {
  test.each<[string, Partial<CallFacts>, string, string | undefined]>([
    ['a permit lets a call run', {}, 'Allow', 'spending/small'],
    ['a permit can ask people first', { arguments: { amount: 101 } }, 'RequireApproval', 'spending/large'],
    ['a forbid wins over a permit', { at: Date.parse('2026-01-01T03:00:00Z') }, 'Deny', 'spending/never-by-night'],
    ['what nothing permits is denied', { roles: [] }, 'Deny', undefined],
    ['another tool is denied too', { tool: 'wipe' }, 'Deny', undefined],
  ])('%s', (_, over, decision, rule) => {
    const verdict = decide(over);
    expect([verdict.decision, verdict.rule]).toEqual([decision, rule]);
  });

  test('an approval has the number and the roles that the annotation names', () => {
    const verdict = decide({ arguments: { amount: 500 } });
    expect(verdict).toMatchObject({
      reason: 'Large refunds are asked of two people.',
      terms: { required: 2, roles: ['approver', 'admin'], expiresInMs: 86_400_000 },
    });
  });

  test.each([
    ['10', { required: 10, roles: [] }],
    ['10 approver', { required: 10, roles: ['approver'] }],
    ['approver', { required: 1, roles: ['approver'] }],
    ['', { required: 1, roles: [] }],
  ])('@approval("%s") asks for what it says', (words, terms) => {
    const asking = `@approval("${words}") permit(principal, action, resource);`;
    expect(decide({}, asking)).toMatchObject({ decision: 'RequireApproval', terms });
  });

  test.each(['0', '11', ' 12', '12 approver', '100'])('@approval("%s") is no number of people', (words) => {
    expect(decide({}, `@approval("${words}") permit(principal, action, resource);`).decision).toBe('Deny');
  });

  test('arguments are looked at also where their name is written with an escape', () => {
    const escaped =
      'permit(principal, action, resource); forbid(principal, action, resource) when { context["argument\\u{73}"] has amount };';
    expect(decide({}, escaped).decision).toBe('Deny');
  });

  test('an agent is itself and in its roles', () => {
    const only =
      'permit(principal == Agent::"bot", action, resource); forbid(principal in Role::"intern", action, resource);';
    expect(decide({ agentId: idOf('bot') }, only).decision).toBe('Allow');
    expect(decide({ agentId: idOf('other') }, only).decision).toBe('Deny');
    expect(decide({ agentId: idOf('bot'), roles: ['intern'] }, only).decision).toBe('Deny');
  });

  test('a policy may leave what it does not permit to the others', () => {
    expect(decide({ tool: 'other' }, spending, { cedarUncovered: 'Abstain' }).decision).toBe('Allow');
    const night = { tool: 'other', at: Date.parse('2026-01-01T03:00:00Z') };
    expect(decide(night, spending, { cedarUncovered: 'Abstain' }).decision).toBe('Deny');
  });

  test('a rule that denies is not lifted by a permit, nor is a tier, nor what nobody has reviewed', () => {
    const rules = [{ ruleId: 'stop', match: { tools: ['refund'] }, effect: 'Deny' }];
    expect(decide({}, spending, { rules }).decision).toBe('Deny');
    expect(decide({ environment: 'prod', tier: 'Assisted' }).decision).toBe('RequireApproval');
    expect(decide({ environment: 'prod', reviewed: false }).decision).toBe('RequireApproval');
  });

  test('a permit lifts what the kind of tool alone would ask for, as a rule does', () => {
    expect(decide({ proposed: true }).decision).toBe('Allow');
    expect(decide({ proposed: true, tool: 'other' }, spending, { cedarUncovered: 'Abstain' }).decision).toBe(
      'RequireApproval',
    );
  });
});

describe('what cannot be evaluated is denied', () => {
  const everything =
    'permit(principal, action, resource); forbid(principal, action, resource) when { context.arguments.amount > 100 };';
  test.each<[string, unknown]>([
    ['an argument of another type', { amount: 'a lot' }],
    ['an argument that is missing', {}],
    ['null, which is as good as missing', { amount: null }],
    ['a fraction where a whole number is compared', { amount: 100.5 }],
    ['more digits than a decimal has', { amount: 100.000001 }],
    ['a number beyond all bounds', { amount: 1e300 }],
    ['an entity smuggled in', { amount: 5, who: { __entity: { type: 'Role', id: 'admin' } } }],
    ['a type of Cedar smuggled in', { amount: { __extn: { fn: 'decimal', arg: '1.0' } } }],
    ['a list with null in it', { amount: 5, list: [null] }],
  ])('%s', (_, args) => {
    const verdict = decide({ arguments: args }, everything);
    expect(verdict.decision).toBe('Deny');
    expect(verdict.reason).toMatch(/could not be evaluated/);
  });

  test('arguments that no statement looks at are in nobody’s way', () => {
    const plain = 'permit(principal, action, resource);';
    expect(decide({ arguments: { share: 0.123456789, list: [null] } }, plain).decision).toBe('Allow');
  });

  test('text of an earlier version that Cedar does not read', () => {
    expect(decide({}, 'permit(principal')).toMatchObject({
      decision: 'Deny',
      reason: expect.stringMatching(/cannot be read/),
    });
  });

  test.each([
    ['brackets', `${'('.repeat(20_000)}true${')'.repeat(20_000)}`],
    ['negations', `${'!'.repeat(50_000)}true`],
    ['conditions', `${'if true then '.repeat(5000)}true${' else true'.repeat(5000)}`],
    ['members', `context${'.a'.repeat(50_000)} == 1`],
  ])('%s nested so deeply that Cedar breaks; it goes on for everybody else', (_, condition) => {
    expect(decide().decision).toBe('Allow');
    const hostile = `permit(principal, action, resource) when { ${condition} };`;
    expect(decide({}, hostile).decision).toBe('Deny');
    expect(decide().decision).toBe('Allow');
    expect(decide({}, hostile).decision).toBe('Deny');
    expect(decide({ at: Date.parse('2026-01-01T03:00:00Z') }).rule).toBe('spending/never-by-night');
  });

  test('a hundred candidates after another forget nothing that still counts', () => {
    for (let i = 0; i < 100; i += 1) decide({}, `permit(principal, action, resource) when { context.hourUtc < ${i} };`);
    expect(decide().decision).toBe('Allow');
    expect(decide({}, 'permit(principal, action, resource) when { context.hourUtc < 3 };').decision).toBe('Deny');
  });
});

describe('the schema that the tools give', () => {
  const inputSchema = {
    type: 'object',
    required: ['amount'],
    properties: {
      amount: { type: 'integer' },
      note: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      to: { type: 'object', properties: { iban: { type: 'string' } } },
      odd: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      __entity: { type: 'string' },
    },
  };
  const tools = [{ server: 'billing', tool: 'refund', inputSchema }];

  test('has an action for each tool with its arguments, and is Cedar', () => {
    const text = schemaText(tools);
    expect(text).toContain('action "billing/refund" in [Action::"call"]');
    expect(text).toMatch(/amount: Long,\s+note\?: String,\s+tags\?: Set<String>,\s+to\?: \{\s+iban\?: String\s+\}/);
    expect(text).not.toMatch(/odd|__entity/);
    expect(Object.keys(cedarSchema([])[''].actions)).toEqual(['call']);
  });

  test.each([
    ['nothing to say about what fits', spending.replace(/@id\("never[\s\S]*/, ''), 0],
    ['a tool that is not there', 'permit(principal, action == Action::"billing/refnud", resource);', 1],
    [
      'an argument of another type',
      'permit(principal, action == Action::"billing/refund", resource) when { context.arguments.amount == "5" };',
      1,
    ],
    [
      'an argument that may be missing',
      'permit(principal, action == Action::"billing/refund", resource) when { context.arguments.note == "x" };',
      1,
    ],
  ])('finds %s', (_, cedar, least) => {
    const found = schemaFindings(cedar, tools);
    expect(found.length).toBeGreaterThanOrEqual(least);
    if (least === 0) expect(found).toEqual([]);
  });
});
