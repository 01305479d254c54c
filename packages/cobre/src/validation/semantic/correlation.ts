import { caseFiles } from '../../case/registry.js';
import type { CorrelationFile } from '../../case/schema/scenarios.js';
import type { Rule } from '../rule.js';
import { impossible } from './physical.js';

type Group = CorrelationFile['profiles'][string]['correlation_groups'][number];

const file = caseFiles.correlation.path;
const tolerance = 1e-9;

/** A correlation matrix is symmetric, has ones on its diagonal and nothing beyond them. */
export const correlationMatrices: Rule = {
  name: 'correlation matrices',
  layer: 5,
  *check({ raw }) {
    for (const [profile, { correlation_groups: groups }] of Object.entries(raw.correlation?.profiles ?? {})) {
      for (const group of groups) {
        const detail = matrixFault(group.matrix);
        if (detail === null) continue;
        const text = `group '${group.name}' of profile '${profile}': ${detail}`;
        yield impossible({
          file,
          id: group.name,
          rule: 'correlation matrix',
          detail: text,
          suggestion: 'Write a symmetric matrix with ones on its diagonal and values from -1 to 1.',
        });
      }
    }
  },
};

function matrixFault(matrix: readonly (readonly number[])[]): string | null {
  for (const [i, row] of matrix.entries()) {
    for (const [j, value] of row.entries()) {
      if (i === j && Math.abs(value - 1) > tolerance) return `diagonal entry (${i}, ${i}) is ${value} instead of 1`;
      if (Math.abs(value) > 1 + tolerance) return `entry (${i}, ${j}) is ${value}, outside -1 to 1`;
      const mirrored = matrix[j]?.[i];
      if (mirrored !== undefined && Math.abs(value - mirrored) > tolerance) {
        return `entries (${i}, ${j}) and (${j}, ${i}) differ: ${value} and ${mirrored}`;
      }
    }
  }
  return null;
}

/** Groups hold entities of one class, and an entity belongs to one group of a profile. */
export const correlationGroups: Rule = {
  name: 'correlation groups',
  layer: 5,
  *check({ raw }) {
    for (const [profile, { correlation_groups: groups }] of Object.entries(raw.correlation?.profiles ?? {})) {
      for (const group of groups) {
        const classes = new Set(group.entities.map((entity) => entity.type));
        if (classes.size < 2) continue;
        const detail = `group '${group.name}' of profile '${profile}' mixes ${[...classes].join(' and ')}`;
        const suggestion = 'Make one group for each class.';
        yield impossible({ file, id: group.name, rule: 'one class per group', detail, suggestion });
      }
      const repeated = repeatedMember(groups);
      if (repeated === null) continue;
      const detail = `${repeated} occurs more than once in the groups of profile '${profile}'`;
      const suggestion = 'Keep it in one group.';
      yield impossible({ file, id: profile, rule: 'disjoint groups', detail, suggestion });
    }
  },
};

function repeatedMember(groups: readonly Group[]): string | null {
  const seen = new Set<string>();
  for (const { type, id } of groups.flatMap((group) => group.entities)) {
    const key = `${type} ${id}`;
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return null;
}
