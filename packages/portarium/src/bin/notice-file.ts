import { readFile } from 'node:fs/promises';
import { Fault } from '@quadrivium/kernel';
import * as z from 'zod';
import { NoticeSettings } from '../app/notices/notice-settings.js';
import { resolvedNotices } from './connections-file.js';

/** The operator's file about how notices leave, where it is not a part of the servers file. */
export async function readNotices(path: string): Promise<NoticeSettings> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new Fault('BadConfiguration', `${path} cannot be read as JSON.`, { cause });
  }
  const parsed = NoticeSettings.safeParse(value);
  if (!parsed.success) throw new Fault('BadConfiguration', `${path} is not valid: ${z.prettifyError(parsed.error)}`);
  return resolvedNotices(parsed.data);
}
