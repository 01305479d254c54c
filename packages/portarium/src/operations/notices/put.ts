import * as z from 'zod';
import { NoticeView } from '../../answers/notices.js';
import { putNotice as put } from '../../app/notices/notices.js';
import { NoticeBody } from '../../domain/notice.js';
import { define } from '../define.js';

const noticeId = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,62}$/, 'must begin with a letter and hold letters, digits, - and _');

export const putNotice = define({
  name: 'portarium_notice_put',
  title: 'Save a notice',
  description: 'Tell a person or a place what waits or has failed, at once or when it still waits after a time',
  effect: 'write',
  idempotent: true,
  needs: 'workspace:admin',
  input: { noticeId, ...NoticeBody.shape },
  output: NoticeView,
  rest: { method: 'PUT', path: '/notices/{noticeId}', tag: 'Notices' },
  run: put,
});
