import type { NoticeRecordView, NoticeTestView } from '@quadrivium/portarium/answers';
import { ActionButton } from '../../parts/action-button.js';
import { Outcome } from '../../parts/outcome.js';
import { link } from '../../state/route.js';
import { useAction } from '../../state/use-action.js';
import { bodySchema } from '../../wire/api-schema.js';
import { ask } from '../../wire/rest.js';
import { WireError } from '../../wire/trouble.js';

interface ChangeNoticeProps {
  readonly notice: NoticeRecordView;
  readonly path: string;
  readonly onChanged: () => void;
}

/** Pausing, removing, trying and telling again. A browser is paused by nobody but its owner, who unsubscribes it. */
export function ChangeNotice({ notice, path, onChanged }: ChangeNoticeProps) {
  const action = useAction();
  const run = (work: () => Promise<string | undefined>): void => void action.run(work).then(onChanged);
  const { active, channel, deadLetters } = notice;
  return (
    <>
      <div class="buttons">
        <ActionButton busy={action.busy} onClick={() => run(() => tried(path))}>
          Send one to try
        </ActionButton>
        {channel !== 'push' && (
          <ActionButton busy={action.busy} onClick={() => run(() => saved(path, { ...notice, active: !active }))}>
            {active ? 'Pause' : 'Resume'}
          </ActionButton>
        )}
        {deadLetters.length > 0 && (
          <ActionButton busy={action.busy} onClick={() => run(() => replayed(path))}>
            Tell again what could not be told
          </ActionButton>
        )}
        <ActionButton tone="danger" busy={action.busy} onClick={() => void action.run(() => removed(path))}>
          Remove
        </ActionButton>
      </div>
      <Outcome action={action} />
    </>
  );
}

export async function tried(path: string): Promise<string> {
  const { arrived, problem = '' } = await ask<NoticeTestView>(`${path}/test`, { method: 'POST', body: {} });
  if (!arrived) throw new WireError({ kind: 'NotTold', message: problem });
  return 'It was taken. Look whether it is there.';
}

/** What can be said is kept, whatever it is; the rest is the server's. */
async function saved(path: string, notice: NoticeRecordView): Promise<string> {
  const { properties = {} } = await bodySchema('putNotice', new AbortController().signal);
  const said = Object.entries(notice).filter(([name]) => Object.hasOwn(properties, name));
  await ask(path, { method: 'PUT', body: Object.fromEntries(said) });
  return notice.active ? 'It goes on from now; what happened meanwhile is not told.' : 'It is paused.';
}

async function replayed(path: string): Promise<string> {
  await ask(`${path}/replay`, { method: 'POST', body: {} });
  return 'What still waits is told again.';
}

async function removed(path: string): Promise<undefined> {
  await ask(path, { method: 'DELETE' });
  location.hash = link('notices');
}
