import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import type { Policy, PolicyRule } from '../../src/domain/policy.js';
import { PolicyBody } from '../../src/domain/policy.js';
import { type Environment, tiers } from '../../src/domain/tier.js';
import { classByName, classOf, effectOf } from '../../src/policy/classify-tool.js';
import { type CallFacts, evaluatePolicies, policyVersionOf } from '../../src/policy/evaluate.js';
import { isExposed } from '../../src/policy/exposure.js';
import { globMatches } from '../../src/policy/match-rule.js';

test.each([
  ['get_user', 'ReadOnly'],
  ['getUser', 'ReadOnly'],
  ['deleteUser', 'Mutation'],
  ['get_purge', 'Mutation'],
  ['list-and-wipe', 'Mutation'],
  ['fetch_grant_admin', 'Mutation'],
  ['shell.exec', 'Dangerous'],
  ['run_shell', 'Dangerous'],
  ['frobnicate', 'Unknown'],
  ['cobre/validate', 'ReadOnly'],
  ['cobre/run', 'Mutation'],
])('the name %s suggests %s', (name, expected) => {
  expect(classByName(name)).toBe(expected);
});

test('what a server says about its tool counts more than the name, but never makes a dangerous name harmless by silence', () => {
  expect(classOf('frobnicate', { readOnlyHint: true }, true)).toBe('ReadOnly');
  expect(classOf('get_user', { readOnlyHint: false }, true)).toBe('Mutation');
  expect(classOf('shell.exec', {}, true)).toBe('Dangerous');
  expect(effectOf('Mutation', { idempotentHint: true }, true)).toBe('idempotent');
  expect(effectOf('Unknown', undefined, true)).toBe('nonIdempotent');
});

test('a server that is not trusted can make its tools look stricter, never more harmless', () => {
  expect(classOf('wipe_all', { readOnlyHint: true }, false)).toBe('Mutation');
  expect(classOf('frobnicate', { readOnlyHint: true }, false)).toBe('Unknown');
  expect(classOf('get_user', { readOnlyHint: false }, false)).toBe('Mutation');
  expect(effectOf('Mutation', { idempotentHint: true }, false)).toBe('nonIdempotent');
});

test.each([
  ['*', 'anything', true],
  ['desk_*', 'desk_refund', true],
  ['*_refund', 'desk_refund', true],
  ['d*k_*nd', 'desk_refund', true],
  ['desk', 'desk_refund', false],
  ['a*a', 'a', false],
  ['a*b*c', 'acb', false],
])('the pattern %s on %s is %s', (glob, text, expected) => {
  expect(globMatches(glob, text)).toBe(expected);
});

test('patterns agree with regular expressions of the same meaning', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
  const words = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 });
  fc.assert(
    fc.property(
      letters,
      words,
      (glob, text) => globMatches(glob, text) === new RegExp(`^${glob.replaceAll('*', '.*')}$`).test(text),
    ),
  );
});

const facts: CallFacts = {
  server: 'desk',
  tool: 'refund',
  arguments: { amount: 50, to: { country: 'CH' } },
  class: 'Mutation',
  tier: 'Auto',
  environment: 'dev',
  workflowId: idOf('w'),
  roles: ['operator'],
  proposed: false,
  at: Date.UTC(2026, 0, 5, 23),
};

test.each([
  ['dev', ['Allow', 'Allow', 'Allow', 'Manual']],
  ['staging', ['Allow', 'Allow', 'RequireApproval', 'Manual']],
  ['prod', ['Allow', 'RequireApproval', 'RequireApproval', 'Manual']],
  ['an environment nobody knows', ['Allow', 'RequireApproval', 'RequireApproval', 'Manual']],
])('in %s the tiers, from the loosest to the strictest, mean %j', (environment, wanted) => {
  const told = tiers.map((tier) => evaluatePolicies([], { ...facts, tier, environment: environment as Environment }));
  expect(told.map(({ decision }) => decision)).toEqual(wanted);
});

const policyOf = (...rules: Omit<PolicyRule, 'ruleId'>[]): Policy => ({
  workspaceId: idOf('ws'),
  policyId: idOf('p'),
  version: 1,
  active: true,
  body: PolicyBody.parse({ policyId: 'p', name: 'p', rules: rules.map((rule, i) => ({ ruleId: `r${i}`, ...rule })) }),
  createdBy: idOf('adam'),
  createdAtIso: '2026-01-01T00:00:00.000Z',
});

test('the strongest of all rules wins, whatever their order', () => {
  const rules = [
    { match: {}, effect: 'Allow' as const },
    { match: { tools: ['ref*'] }, effect: 'RequireApproval' as const },
    { match: { arguments: [{ path: 'to.country', op: 'eq' as const, value: 'CH' }] }, effect: 'Deny' as const },
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(rules, { minLength: 1 }), (some) => {
      const effects = some.map(({ effect }) => effect);
      const expected = effects.includes('Deny')
        ? 'Deny'
        : effects.includes('RequireApproval')
          ? 'RequireApproval'
          : 'Allow';
      expect(evaluatePolicies([policyOf(...some)], facts).decision).toBe(expected);
    }),
  );
});

test('two gates become one that satisfies both', () => {
  const gate = (required: number, roles: string[], expiresInMs: number) => ({
    match: {},
    effect: 'RequireApproval' as const,
    approval: { required, roles, expiresInMs, agentApprovers: [], escalateTo: [] },
  });
  const verdict = evaluatePolicies([policyOf(gate(1, ['a', 'b'], 1000), gate(2, ['b', 'c'], 500))], facts);
  expect(verdict).toMatchObject({ terms: { required: 2, roles: ['b'], expiresInMs: 500 } });
});

test.each([
  ['lt', 60, true],
  ['lte', 50, true],
  ['gt', 50, false],
  ['gte', 50, true],
  ['in', [1, 50], true],
  ['ne', 50, false],
  ['exists', true, true],
  ['exists', false, false],
] as const)('the amount 50 is %s %j: %s', (op, value, expected) => {
  const rule = { match: { arguments: [{ path: 'amount', op, value }] }, effect: 'Deny' as const };
  expect(evaluatePolicies([policyOf(rule)], facts).decision === 'Deny').toBe(expected);
});

test('an hour window may go over midnight', () => {
  const night = policyOf({ match: { hoursUtc: [22, 6] }, effect: 'Deny' });
  expect(evaluatePolicies([night], facts).decision).toBe('Deny');
  expect(evaluatePolicies([night], { ...facts, at: Date.UTC(2026, 0, 5, 12) }).decision).toBe('Allow');
});

test('whatever goes wrong while evaluating is a Deny', () => {
  const rule = { match: { arguments: [{ path: 'amount', op: 'gt' as const, value: 10 }] }, effect: 'Allow' as const };
  for (const amount of ['much', {}, [1], '']) {
    expect(evaluatePolicies([policyOf(rule)], { ...facts, arguments: { amount } }).decision).toBe('Deny');
  }
});

test.each([
  ['ReadOnly', 'Allow'],
  ['Mutation', 'RequireApproval'],
  ['Unknown', 'RequireApproval'],
  ['Dangerous', 'Deny'],
] as const)('a proposed call of a %s tool is %s, also in dev', (kind, expected) => {
  expect(evaluatePolicies([], { ...facts, class: kind, proposed: true }).decision).toBe(expected);
});

test('an explicit Allow lifts what the kind of tool asks for, and nothing else', () => {
  const allow = policyOf({ match: { tools: ['refund'] }, effect: 'Allow' });
  expect(evaluatePolicies([allow], { ...facts, proposed: true }).decision).toBe('Allow');
  expect(evaluatePolicies([allow], { ...facts, tier: 'HumanApprove', environment: 'prod' }).decision).toBe(
    'RequireApproval',
  );
});

test('the version of the active policies changes with their content and not with their order', () => {
  const [a, b] = [policyOf({ match: {}, effect: 'Allow' }), { ...policyOf(), policyId: idOf<'policy'>('q') }];
  expect(policyVersionOf([a, b])).toBe(policyVersionOf([b, a]));
  expect(policyVersionOf([a])).not.toBe(policyVersionOf([b]));
  expect(policyVersionOf([])).toBe('none');
});

test('the first exposure rule whose pattern fits decides, by role and by tier', () => {
  const exposure = {
    defaultEffect: 'Deny' as const,
    rules: [
      { toolPattern: 'portarium_run_*', allowedRoles: ['operator'], minimumTier: 'Assisted' as const },
      { toolPattern: '*', allowedRoles: ['admin'] },
    ],
  };
  expect(isExposed(exposure, 'portarium_run_get', ['operator'], 'HumanApprove')).toBe(true);
  expect(isExposed(exposure, 'portarium_run_get', ['operator'], 'Auto')).toBe(false);
  expect(isExposed(exposure, 'portarium_run_get', ['admin'], 'HumanApprove')).toBe(false);
  expect(isExposed(exposure, 'portarium_work_items_list', ['admin', 'x'], 'Auto')).toBe(true);
});
