import { createHash } from 'node:crypto';
import type { ResultFilters } from './query-results.js';

const longestName = 100;

/**
 * The name of an exported file, from what was asked: `hydros_ITAIPU.csv`. Of ids only letters, digits, `-` and `_` are
 * kept, and parts are joined by dots; a name that lost something gets a digest of what was asked, so that two questions
 * never share a file.
 */
export function exportName(entityType: string, filters: ResultFilters, extension: string): string {
  const { entity_id: given, stage_range: stages, scenario_range: scenarios } = filters;
  const entities = (given === undefined ? [] : typeof given === 'object' ? given : [given]).map(String);
  const clean = entities.map((entity) => entity.replaceAll(/[^A-Za-z0-9_-]/g, '_') || '_');
  const name = [
    entities.length === 0 ? entityType : `${entityType}_${clean.join('.')}`,
    ...(stages ? [`stages-${stages.join('-')}`] : []),
    ...(scenarios ? [`scenarios-${scenarios.join('-')}`] : []),
  ].join('.');
  const whole = name.length <= longestName && clean.every((text, k) => text === entities[k]);
  if (whole) return `${name}.${extension}`;
  const digest = createHash('sha256').update(JSON.stringify(filters)).digest('hex').slice(0, 8);
  return `${name.slice(0, longestName)}.${digest}.${extension}`;
}
