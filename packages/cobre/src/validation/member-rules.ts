import type { Layer } from '../case/finding.js';
import { members } from '../equipment/members.js';
import type { Rule } from './rule.js';

/** What kinds of equipment have to say in a layer. */
export function memberRules(layer: Layer): readonly Rule[] {
  return members.flatMap(({ rules = [] }) => rules).filter((rule) => rule.layer === layer);
}
