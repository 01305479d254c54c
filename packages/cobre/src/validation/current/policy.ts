import { posix } from 'node:path';
import { asError, errorRecord } from '../../case/finding.js';
import type { Rule } from '../rule.js';

/** A policy replaces what lies at its place, so that place is never the results themselves or a folder around them. */
export const policyPath: Rule = {
  name: 'place of the policy',
  layer: 5,
  *check({ raw }) {
    const path = raw.config.policy?.path;
    if (typeof path !== 'string' || !holdsResults(path)) return;
    const detail = `policy.path '${path}' is the output directory or lies above it`;
    const advice = 'Give the policy a folder of its own below the output directory, such as ./policy.';
    yield asError(
      5,
      errorRecord(
        'IncompatibleSettings',
        `config.json: ${detail}.`,
        { file: 'config.json', settings: ['policy.path'], detail },
        advice,
      ),
    );
  },
};

/** As far as it can be told from the words; where the output is, only a run knows. */
function holdsResults(path: string): boolean {
  const plain = posix.normalize(path.replaceAll('\\', '/')).replace(/(?<=.)\/$/, '');
  return plain === '.' || plain === '/' || /^\.\.(\/\.\.)*$/.test(plain);
}

/** Checkpoints are written every so many iterations, and how many must be said. */
export const checkpointing: Rule = {
  name: 'checkpoints',
  layer: 5,
  *check({ raw }) {
    const { enabled, interval_iterations: interval } = raw.config.policy?.checkpointing ?? {};
    if (enabled !== true || typeof interval === 'number') return;
    const settings = ['policy.checkpointing.enabled', 'policy.checkpointing.interval_iterations'];
    const detail = 'checkpoints are enabled, but nothing says how often they are written';
    const advice = 'Add policy.checkpointing.interval_iterations, such as 10.';
    yield asError(
      5,
      errorRecord('IncompatibleSettings', `config.json: ${detail}.`, { file: 'config.json', settings, detail }, advice),
    );
  },
};
