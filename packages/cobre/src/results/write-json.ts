import { writeWhole } from '@quadrivium/kernel/essentials';

export function writeJson(path: string, value: unknown): Promise<void> {
  return writeWhole(path, `${JSON.stringify(value, null, 2)}\n`);
}
