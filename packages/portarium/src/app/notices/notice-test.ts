/** A letter about nothing, to see whether it arrives. It is sent at once, whatever the hour, and is never sent again. */
import type * as view from '../../answers/index.js';
import { idOf } from '../../domain/ids.js';
import type { Notice } from '../../domain/notice.js';
import { type Caller, permits } from '../../domain/principal.js';
import { notFound } from '../../faults.js';
import type { Deps } from '../deps.js';
import { type Letter, oneLine } from './letter.js';
import { tell } from './notices.js';

export async function testNotice(deps: Deps, caller: Caller, noticeId: string): Promise<view.NoticeTestView> {
  const notice = await deps.store.read(caller.workspaceId, (tables) => tables.notices.get(idOf(noticeId)));
  if (notice === undefined || !isTheirs(notice, caller)) throw notFound('notice', noticeId);
  const problem = await deps.notices.send(notice, letterAbout(deps, caller, notice), undefined);
  const arrived = problem === undefined;
  await deps.transact(caller.workspaceId, async (tx) =>
    tell(tx, caller, noticeId, 'NoticeTested', 'Somebody has tried whether a notice arrives.', { arrived }),
  );
  return arrived ? { arrived } : { arrived, problem: problem.message };
}

/** People try their own browsers; whoever sets up who is told tries all. */
const isTheirs = ({ channel, principalId }: Notice, caller: Caller): boolean =>
  permits(caller, 'workspace:admin') || (channel === 'push' && principalId === caller.principalId);

function letterAbout({ consoleUrl, surroundings }: Deps, caller: Caller, { noticeId, channel }: Notice): Letter {
  const id = `try-${surroundings.now().toString(36)}.${noticeId}`;
  return {
    id,
    about: id,
    topic: 'work',
    subject: 'This is how you are told',
    words: 'Somebody wanted to see whether notices arrive here. Nothing waits for you.',
    facts: [
      ['Notice', noticeId],
      ['Way', channel],
      ['Tried by', oneLine(caller.principalId)],
    ],
    calls: [],
    furtherCalls: 0,
    link: consoleUrl === undefined ? { command: 'portarium notice list' } : { url: `${consoleUrl}/#/notices` },
  };
}
