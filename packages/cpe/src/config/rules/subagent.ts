import { isObject } from '@quadrivium/kernel/essentials';
import { type Rule, recordOf } from './rule.js';

export const outputSchemaReadable: Rule = ({ subagent }, { readText }) => {
  const file = recordOf(subagent).outputSchemaPath;
  if (typeof file !== 'string' || file === '' || file.includes('${')) return [];
  const message = schemaProblem(file, readText(file));
  return message === undefined ? [] : [{ path: ['subagent', 'outputSchemaPath'], message }];
};

function schemaProblem(file: string, text: string | undefined): string | undefined {
  if (text === undefined) return `${file} cannot be read`;
  try {
    return isObject(JSON.parse(text)) ? undefined : `${file} is not a JSON object`;
  } catch (error) {
    return `${file} is not JSON: ${(error as Error).message}`;
  }
}
