import { parseExpression } from '../../case/expression.js';
import { asError, errorRecord } from '../../case/finding.js';
import { caseFiles } from '../../case/registry.js';
import type { FileRule } from '../rule.js';

/** Expressions of user constraints follow their grammar. */
export const expressions: FileRule = {
  name: 'expressions',
  layer: 2,
  *check({ raw }) {
    const file = caseFiles.genericConstraints.path;
    for (const { id, expression } of raw.genericConstraints?.constraints ?? []) {
      const parsed = parseExpression(expression);
      if (parsed.ok) continue;
      yield asError(
        2,
        errorRecord(
          'ParseError',
          `${file}, constraint ${id}: expression '${expression}': ${parsed.detail}.`,
          { file, line: null, detail: `constraint ${id}, position ${parsed.position}: ${parsed.detail}` },
          'Write a sum of terms like 2.5 * thermal_generation(5) - hydro_generation(3).',
        ),
      );
    }
  },
};
