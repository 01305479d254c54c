import { useState } from 'preact/hooks';
import { Act } from '../../parts/act.js';
import { Field } from '../../parts/field.js';
import { Card } from '../../parts/page.js';
import { useAction } from '../../state/use-action.js';
import { mayWrite, needsKey } from './may-write.js';
import { NewStudy } from './new-study.js';
import { nameOf, type Uploaded, upload } from './upload.js';

/** A case or a deck from somebody's own disk. */
export function AddStudy({ known, onAdded }: { known: readonly string[]; onAdded: () => void }) {
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [name, setName] = useState('');
  const [uploaded, setUploaded] = useState<{ readonly name: string; readonly answer: Uploaded }>();
  const action = useAction();
  const choose = (files: FileList | null): void => {
    setChosen([...(files ?? [])]);
    setName(nameOf([...(files ?? [])]));
  };
  const send = () =>
    action.run(async () => {
      setUploaded(undefined);
      const answer = await upload(name, chosen);
      setUploaded({ name, answer });
      onAdded();
      return toldOf(answer);
    });
  const missing =
    chosen.length === 0
      ? 'Choose an archive or a folder first.'
      : nameTrouble(name, uploaded?.name === name ? [] : known);
  return (
    <Card title="Bring in a study">
      <p class="soft">
        A case of cobre or an official NEWAVE deck, as a ZIP or as its folder. All of it is taken or nothing; what
        belongs to neither is left out and named.
      </p>
      <div class="form">
        <div class="pair">
          <FileField id="study-zip" label="A ZIP archive" onChoose={choose} />
          <FileField id="study-folder" label="Or a folder" folder onChoose={choose} />
        </div>
        <Field
          id="study-name"
          title="Name of the study"
          value={name}
          autocomplete="off"
          spellcheck={false}
          onInput={setName}
        />
        <Act tone="primary" action={action} reason={mayWrite() ? missing : needsKey} onClick={send}>
          Upload
        </Act>
      </div>
      {uploaded !== undefined && <NewStudy key={uploaded.name} {...uploaded} onAdded={onAdded} />}
    </Card>
  );
}

function toldOf({ kind, files, left_out }: Uploaded): string {
  const left =
    left_out.length === 0 ? '' : ` Left out: ${left_out.slice(0, 5).join(', ')}${left_out.length > 5 ? ' …' : ''}.`;
  return `A ${kind} with ${files.length} files is here.${left}`;
}

const longestName = 80;

/** Said before the upload rather than after it; the rest of it is cobre's own rule for places. */
function nameTrouble(name: string, known: readonly string[]): string | undefined {
  if (name.trim() === '') return 'Give the study a name.';
  if (!/^\w[\w-]*$/.test(name)) return 'A name has letters, digits and hyphens.';
  if (name.length > longestName) return `A name has at most ${longestName} letters.`;
  if (/^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(name)) return 'Some systems keep this name for themselves.';
  return known.includes(name) ? 'There is a study of this name; choose another one.' : undefined;
}

interface FileFieldProps {
  readonly id: string;
  readonly label: string;
  readonly folder?: boolean;
  readonly onChoose: (files: FileList | null) => void;
}

function FileField({ id, label, folder = false, onChoose }: FileFieldProps) {
  const accept = folder ? { webkitdirectory: true } : { accept: '.zip,application/zip' };
  return (
    <div>
      <label for={id}>{label}</label>
      <input id={id} type="file" {...accept} onChange={(event) => onChoose(event.currentTarget.files)} />
    </div>
  );
}
