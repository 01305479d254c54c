import type { CareerAnswers } from '@quadrivium/career/answers';
import { useState } from 'preact/hooks';
import { Act } from '../../parts/act.js';
import { ActionButton } from '../../parts/action-button.js';
import { ActionNotes } from '../../parts/action-notes.js';
import { Choice } from '../../parts/choice.js';
import { offer } from '../../parts/files.js';
import { Moment } from '../../parts/moment.js';
import { Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { career } from '../../wire/operations.js';
import { chosenPerson, ofPerson } from './person.js';
import type { Claims } from './requirements.js';

type Block = CareerAnswers['tailor_document']['blocks'][number];
type Document = CareerAnswers['list_documents']['documents'][number];

const kinds = { cv: 'CV', letter: 'Letter' } as const;
const formats = { docx: 'Word', pdf: 'PDF', markdown: 'Markdown', 'json-resume': 'JSON Resume' } as const;
const languages = { en: 'English', de: 'German', es: 'Spanish', pt: 'Portuguese' } as const;

/** A CV or a letter for this posting, from confirmed claims and nothing else, and those that were made before. */
export function TailorCard({ id, claims }: { id: string; claims: Claims }) {
  const [kind, setKind] = useState<keyof typeof kinds>('cv');
  const [format, setFormat] = useState<keyof typeof formats>('docx');
  const [language, setLanguage] = useState<keyof typeof languages>('en');
  const [lines, setLines] = useState<readonly Block[]>([]);
  const action = useAction();
  const person = chosenPerson.value;
  const made = useResource(`documents/${id}/${person}`, async () => {
    const { documents } = await career('list_documents', { opportunity_id: id });
    return documents.filter(({ profile_id }) => profile_id === person);
  });
  const make = () =>
    action.run(async () => {
      const parts = ['blocks', 'bytes'] as const;
      const args = { opportunity_id: id, kind, formats: [format], language, parts: [...parts], ...ofPerson() };
      const { files, blocks } = await career('tailor_document', args);
      for (const file of files) offer(file);
      setLines(blocks);
      made.reload();
      return files.length === 0
        ? 'A letter cannot be a JSON Resume; choose another format.'
        : `Made from ${blocks.length} lines, each with what vouches for it.`;
    });
  return (
    <Card title="Tailored documents">
      <div class="form">
        <Choice id="tailor-kind" title="What" options={kinds} value={kind} onChange={setKind} />
        <Choice id="tailor-format" title="Format" options={formats} value={format} onChange={setFormat} />
        <Choice
          id="tailor-language"
          title="Language of the headings"
          options={languages}
          value={language}
          onChange={setLanguage}
        />
        <Act tone="primary" action={action} onClick={make}>
          Make and download
        </Act>
        {lines.length > 0 && <Vouching lines={lines} claims={claims} />}
      </div>
      <Loaded resource={made} what="the documents">
        {(documents) => <Documents documents={documents} />}
      </Loaded>
    </Card>
  );
}

const vouchers = {
  profile: 'your profile',
  posting: 'the posting',
  form: 'a heading of ours, which says nothing of you',
} as const;

/** Each line of the document with what stands behind it. */
function Vouching({ lines, claims }: { lines: readonly Block[]; claims: Claims }) {
  const behind = ({ link }: Block): string => {
    if (link.to !== 'claims') return vouchers[link.to];
    return link.claims.map(({ atom_id }) => `“${claims.get(atom_id)?.claim ?? 'a claim that was deleted'}”`).join(', ');
  };
  return (
    <details>
      <summary>Every line, and what vouches for it</summary>
      <Table
        caption="Lines of the document"
        head={['Line', 'Vouched for by']}
        rows={lines.map((line, at) => ({ key: `${at}`, cells: [line.text, behind(line)] }))}
      />
    </details>
  );
}

function Documents({ documents }: { documents: readonly Document[] }) {
  const action = useAction();
  const fetchAgain = ({ document_id, format }: Document) =>
    action.run(async () => {
      offer(await career('get_document', { document_id, format: format as keyof typeof formats }));
      return undefined;
    });
  if (documents.length === 0) return null;
  return (
    <ul class="rows tight">
      {documents.map((one) => (
        <li key={`${one.document_id} ${one.format}`} class="row">
          <p>
            {kinds[one.kind as keyof typeof kinds]} as {formats[one.format as keyof typeof formats]},{' '}
            <Moment iso={one.made_at} />{' '}
            <ActionButton onClick={() => void fetchAgain(one)}>Download again</ActionButton>
          </p>
        </li>
      ))}
      <li>
        <ActionNotes action={action} />
      </li>
    </ul>
  );
}
