import type { CobreAnswers, CobreQuestions } from '@quadrivium/cobre/answers';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Act } from '../../parts/act.js';
import { Choice } from '../../parts/choice.js';
import { Loaded } from '../../parts/notes.js';
import { link } from '../../state/route.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { cobre } from '../../wire/operations.js';
import { Findings } from './findings.js';
import type { Uploaded } from './upload.js';

interface NewStudyProps {
  readonly name: string;
  readonly answer: Uploaded;
  readonly onAdded: () => void;
}

/** What comes after the upload: a case is validated, a deck is imported. */
export function NewStudy({ name, answer, onAdded }: NewStudyProps) {
  if (answer.kind === 'deck') return <ImportDeck deck={answer.directory} name={name} onAdded={onAdded} />;
  return (
    <Validated directory={answer.directory} files={answer.files}>
      <p>
        <a href={link('studies', answer.directory)}>Open {answer.directory}</a>
      </p>
    </Validated>
  );
}

interface ValidatedProps {
  readonly directory: string;
  readonly files: readonly string[];
  readonly children?: ComponentChildren;
}

/** What validation says of a case, without being asked. */
export function Validated({ directory, files, children }: ValidatedProps) {
  const report = useResource(`validate/${directory}`, () => cobre('cobre/validate', { case_dir: directory }));
  return (
    <Loaded resource={report} what="what validation says">
      {(data) => (
        <>
          <Findings report={data} files={files} />
          {children}
        </>
      )}
    </Loaded>
  );
}

type Wanted = CobreQuestions['cobre/import-newave'];
type Imported = CobreAnswers['cobre/import-newave'];

const models: Readonly<Record<NonNullable<Wanted['model']>, string>> = {
  individual: 'Plants one by one, with the cascade',
  ree: 'Equivalent reservoirs',
  subsystem: 'One reservoir per subsystem',
};

const scales: Readonly<Record<NonNullable<Wanted['scale']>, string>> = {
  small: 'Small: minutes',
  deck: 'As the deck says: many hours',
};

function ImportDeck({ deck, name, onAdded }: { deck: string; name: string; onAdded: () => void }) {
  const [model, setModel] = useState<keyof typeof models>('individual');
  const [scale, setScale] = useState<keyof typeof scales>('small');
  const [imported, setImported] = useState<Imported>();
  const action = useAction();
  const start = () =>
    action.run(async () => {
      const answer = await cobre('cobre/import-newave', { deck_dir: deck, case_dir: name, model, scale });
      setImported(answer);
      onAdded();
      return `${answer.title}: ${answer.stages} stages, ${answer.hydros} hydros, ${answer.thermals} thermals.`;
    });
  return (
    <div class="form">
      <div class="pair">
        <Choice id="deck-model" title="How the hydros are told" options={models} value={model} onChange={setModel} />
        <Choice id="deck-scale" title="How long it trains" options={scales} value={scale} onChange={setScale} />
      </div>
      <Act tone="primary" action={action} onClick={start}>
        Make a study of this deck
      </Act>
      {imported !== undefined && <ImportedStudy imported={imported} />}
    </div>
  );
}

/** Warnings of the import name the file of the deck, findings of the validation the file of the case. */
function ImportedStudy({ imported }: { imported: Imported }) {
  const warnings = imported.warnings.map(({ code, file, line, entity, message }) => ({
    kind: code,
    message: line === null ? message : `Line ${line}: ${message}`,
    context: { ...(file === null ? {} : { file }), ...(entity === null ? {} : { entity_id: entity }) },
    suggestion: null,
  }));
  const ignored = imported.ignored.reduce((sum, { records }) => sum + records, 0);
  return (
    <>
      <Findings report={{ valid: imported.valid, errors: imported.errors, warnings }} files={imported.files} />
      {ignored > 0 && (
        <p class="soft">
          {ignored} records of the deck have no effect; <code>import-report.json</code> of the study names each.
        </p>
      )}
      <p>
        <a href={link('studies', imported.case_dir)}>Open {imported.case_dir}</a>
      </p>
    </>
  );
}
