import { readFile } from 'node:fs/promises';
import { Fault } from '@quadrivium/kernel';
import { argument, exitCodes, optionalArgument } from '@quadrivium/kernel/shell';
import { policyFrom, testReport, testsOf } from '../../app/policies/check-policy.js';
import { candidateOf } from '../../policy/policy-tests.js';
import { shown } from '../command-context.js';
import { portariumCommand } from '../global-flags.js';

/** Files are enough: for a pull request that changes a policy, without a database or a server. */
export const policyTestCommand = portariumCommand({
  name: 'policy test',
  description: 'Run the tests of a policy; fails when one of them does',
  arguments: {
    policy: argument('file with the policy'),
    tests: optionalArgument('file with its tests; those in the policy when omitted'),
  },
  async run(_, { policy, tests, workspace }) {
    const body = policyFrom(await contents(policy));
    const given = tests === undefined ? undefined : await contents(tests);
    const report = testReport([candidateOf(body, workspace)], testsOf(body, given));
    const rows = ({ results }: typeof report) =>
      results.map(({ name, passed, expected, decision, rule = '', reason }) => ({
        test: name,
        result: passed ? 'ok' : `FAILED: expected ${expected}`,
        decision,
        rule,
        reason,
      }));
    return { ...shown(report, rows), exitCode: report.failed === 0 ? exitCodes.ok : exitCodes.refused };
  },
});

async function contents(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new Fault('BadUsage', `${path} cannot be read.`, { cause });
  }
}
