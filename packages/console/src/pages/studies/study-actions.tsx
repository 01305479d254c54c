import type { CobreAnswers } from '@quadrivium/cobre/answers';
import { own } from '@quadrivium/kernel/own';
import { useRef, useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { TroubleNote } from '../../parts/notes.js';
import { trainings } from '../../state/training.js';
import { cobre } from '../../wire/operations.js';
import { type Trouble, troubleOf } from '../../wire/trouble.js';
import { Findings } from './findings.js';
import { mayWrite, needsKey } from './may-write.js';

type Validation = CobreAnswers['cobre/validate'];

/** Checks a case, or trains it at once as the person who looks at it. */
export function StudyActions({ name, files }: { name: string; files: readonly string[] }) {
  const [checked, setChecked] = useState<Validation>();
  const [trouble, setTrouble] = useState<Trouble>();
  const [message, setMessage] = useState<string>();
  const stop = useRef<AbortController | undefined>(undefined);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setTrouble(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DOMException)) setTrouble(troubleOf(error));
    }
    setMessage(undefined);
  };
  const validate = () => attempt(async () => setChecked(await cobre('cobre/validate', { case_dir: name })));
  const train = () =>
    attempt(async () => {
      stop.current = new AbortController();
      setMessage('Starting …');
      const onProgress = (progress: { message?: string }): void => setMessage(progress.message);
      await cobre('cobre/run', { case_dir: name }, { signal: stop.current.signal, onProgress });
    });
  const busy = message !== undefined;
  const elsewhere = own(trainings.value, name)?.running && !busy ? 'It is being trained.' : undefined;
  return (
    <>
      <div class="buttons">
        <ActionButton onClick={() => void validate()}>Validate</ActionButton>
        <ActionButton
          tone="primary"
          busy={busy}
          reason={mayWrite() ? elsewhere : needsKey}
          onClick={() => void train()}
        >
          Train and simulate
        </ActionButton>
        {busy && <ActionButton onClick={() => stop.current?.abort()}>Stop</ActionButton>}
      </div>
      <p class="soft" role="status">
        {message}
      </p>
      {trouble !== undefined && <TroubleNote trouble={trouble} />}
      {checked !== undefined && <Findings report={checked} files={files} />}
    </>
  );
}
