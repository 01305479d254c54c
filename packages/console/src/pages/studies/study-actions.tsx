import type { CobreAnswers } from '@quadrivium/cobre/answers';
import { own } from '@quadrivium/kernel/own';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { TroubleNote } from '../../parts/notes.js';
import { endHeard, trainings } from '../../state/training.js';
import { useAction } from '../../state/use-action.js';
import { cobre } from '../../wire/operations.js';
import { WireError } from '../../wire/trouble.js';
import { Findings } from './findings.js';
import { mayWrite, needsKey } from './may-write.js';

type Validation = CobreAnswers['cobre/validate'];

/**
 * Checks a case, or trains it as the person who looks at it. It trains in the background: whoever leaves, reloads the page or
 * closes it ends nothing, and whoever may train can stop it from any page.
 */
export function StudyActions({ name, files }: { name: string; files: readonly string[] }) {
  const [checked, setChecked] = useState<Validation>();
  const checking = useAction();
  const training = useAction();
  const stopping = useAction();
  const validate = () => checking.run(async () => setChecked(await cobre('cobre/validate', { case_dir: name })));
  const train = () => training.run(() => trained(name));
  const { running = false, task, message, iterations = [] } = own(trainings.value, name) ?? {};
  const stop = () => stopping.run(() => cobre('cobre/cancel-task', { task_id: task ?? '' }));
  const busy = training.busy || running;
  const why = busy ? 'It is being trained.' : undefined;
  return (
    <>
      <div class="buttons">
        <ActionButton busy={checking.busy} onClick={validate}>
          Validate
        </ActionButton>
        <ActionButton tone="primary" busy={busy} reason={mayWrite() ? why : needsKey} onClick={train}>
          Train and simulate
        </ActionButton>
        {running && task !== undefined && mayWrite() && (
          <ActionButton busy={stopping.busy} onClick={stop}>
            Stop
          </ActionButton>
        )}
      </div>
      <p class="soft" role="status">
        {busy && iterations.length === 0 ? (running && message) || 'Starting …' : training.done}
      </p>
      {[checking, training, stopping].map(
        ({ trouble }, at) => trouble !== undefined && <TroubleNote key={at} trouble={trouble} />,
      )}
      {checked !== undefined && <Findings report={checked} files={files} />}
    </>
  );
}

/** Until it has ended, wherever that is seen; thrown is what kept it from its end. */
async function trained(name: string): Promise<string | undefined> {
  const { task_id } = await cobre('cobre/run', { case_dir: name, background: true });
  if (task_id === undefined) return undefined;
  for (;;) {
    const { status, error } = await cobre('cobre/get-task-status', { task_id });
    if (status === 'failed' && error !== null) throw new WireError(troubleIn(error));
    if (status === 'partial') return 'It was stopped; what it had reached is kept.';
    if (status === 'interrupted') return 'Its server ended before it did.';
    if (status !== 'running') return undefined;
    await endHeard(name);
  }
}

function troubleIn({ kind, message, suggestion }: NonNullable<CobreAnswers['cobre/get-task-status']['error']>) {
  return { kind, message, ...(typeof suggestion === 'string' ? { suggestion } : {}) };
}
