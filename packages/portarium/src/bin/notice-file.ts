import { NoticeSettings } from '../app/notices/notice-settings.js';
import { resolvedNotices } from './connections-file.js';
import { readOperatorsFile } from './operators-file.js';

/** The operator's file about how notices leave, where it is not a part of the servers file. */
export async function readNotices(path: string): Promise<NoticeSettings> {
  return resolvedNotices(await readOperatorsFile(path, NoticeSettings));
}
