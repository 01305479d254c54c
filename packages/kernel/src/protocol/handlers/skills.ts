import type { Result } from '@modelcontextprotocol/server';
import { type SkillDefinition, skillEntry, skillText, skillUri } from '../../registry/skill.js';
import { type HandlerParts, type HandlerTable, invalidParams, refuseCursor, requiredText } from './handler.js';

/** They are part of the program, so whoever read them once need not ask again soon. */
const fresh = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** The two methods of the skills extension; the files themselves are read as resources. */
export function skillHandlers({ definition: { skills } }: HandlerParts): HandlerTable {
  if (skills === undefined) return {};
  const entries = skills.map(skillEntry);
  return {
    'skills/list'(params) {
      refuseCursor(params);
      return { skills: entries, ...fresh } as Result;
    },

    'skills/get'(params) {
      const uri = requiredText(params, 'uri');
      const skill = entries.find((each) => each.uri === uri);
      if (skill === undefined) throw invalidParams('Skill not found', { uri });
      return { skill, ...fresh } as Result;
    },
  };
}

/** The text of a skill's file. */
export function skillFile(skills: readonly SkillDefinition[] | undefined, uri: string): string | undefined {
  const skill = skills?.find((each) => skillUri(each) === uri);
  return skill === undefined ? undefined : skillText(skill);
}
