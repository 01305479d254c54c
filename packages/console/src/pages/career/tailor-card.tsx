import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { Choice } from '../../parts/choice.js';
import { Moment } from '../../parts/moment.js';
import { Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { useResource } from '../../state/use-resource.js';
import { resultOf } from '../../wire/mcp.js';
import { ActionNotes } from './action-notes.js';
import { offer } from './files.js';
import type { Claims } from './requirements.js';
import { useAction } from './use-action.js';

interface Block {
  readonly style: string;
  readonly text: string;
  readonly link: { readonly to: string; readonly claims?: readonly { readonly atom_id: string }[] };
}

interface Made {
  readonly blocks: readonly Block[];
  readonly files: readonly { name: string; media_type: string; base64: string }[];
}

interface Document {
  readonly document_id: string;
  readonly format: string;
  readonly kind: string;
  readonly made_at: string;
}

const kinds = { cv: 'CV', letter: 'Letter' } as const;
const formats = { docx: 'Word', pdf: 'PDF', markdown: 'Markdown', 'json-resume': 'JSON Resume' } as const;
const languages = { en: 'English', de: 'German', es: 'Spanish', pt: 'Portuguese' } as const;

/** A CV or a letter for this posting, from confirmed claims and nothing else, and those that were made before. */
export function TailorCard({ id, claims }: { id: string; claims: Claims }) {
  const [kind, setKind] = useState<string>('cv');
  const [format, setFormat] = useState<string>('docx');
  const [language, setLanguage] = useState<string>('en');
  const [lines, setLines] = useState<readonly Block[]>([]);
  const action = useAction();
  const made = useResource(`documents/${id}`, () =>
    resultOf<{ documents: readonly Document[] }>('career', 'list_documents', { opportunity_id: id }),
  );
  const make = () =>
    action.run(async () => {
      const args = { opportunity_id: id, kind, formats: [format], language };
      const { files, blocks } = await resultOf<Made>('career', 'tailor_document', args);
      for (const { name, media_type, base64 } of files) offer(name, media_type, base64);
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
        <ActionButton tone="primary" busy={action.busy} onClick={() => void make()}>
          Make and download
        </ActionButton>
        <ActionNotes action={action} />
        {lines.length > 0 && <Vouching lines={lines} claims={claims} />}
      </div>
      <Loaded resource={made} what="the documents">
        {({ documents }) => <Documents documents={documents} />}
      </Loaded>
    </Card>
  );
}

const vouchers: Readonly<Record<string, string>> = {
  profile: 'your profile',
  posting: 'the posting',
  form: 'a heading of ours, which says nothing of you',
};

/** Each line of the document with what stands behind it. */
function Vouching({ lines, claims }: { lines: readonly Block[]; claims: Claims }) {
  const behind = ({ link: { to, claims: linked = [] } }: Block): string =>
    linked.map(({ atom_id }) => `“${claims.get(atom_id)?.claim ?? 'a claim that was deleted'}”`).join(', ') ||
    (vouchers[to] ?? to);
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
      const { name, media_type, base64 } = await resultOf<Made['files'][number]>('career', 'get_document', {
        document_id,
        format,
      });
      offer(name, media_type, base64);
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
