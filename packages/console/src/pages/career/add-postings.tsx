import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { Card } from '../../parts/page.js';
import { resultOf } from '../../wire/mcp.js';
import { ActionNotes } from './action-notes.js';
import { useAction } from './use-action.js';

interface Added {
  readonly role_title: string;
  readonly company: string;
  readonly requirements: number;
  readonly already_known: boolean;
  readonly note?: string;
}

/** Postings from files or from what was copied out of a page. */
export function AddPostings({ onAdded }: { onAdded: () => void }) {
  const [text, setText] = useState('');
  const action = useAction();
  const bringIn = (content: string, name: string) =>
    action.run(async () => {
      const { postings } = await resultOf<{ postings: readonly Added[] }>('career', 'import_postings', {
        content,
        name,
      });
      setText('');
      onAdded();
      return postings.map(inWords).join(' ');
    });
  const chosen = (files: FileList | null) => {
    for (const file of files ?? []) void file.text().then((content) => bringIn(content, file.name));
  };
  return (
    <Card title="Bring in postings">
      <div class="form">
        <div class="field">
          <label for="posting-file">A file: text, Markdown, web page, JSON-LD or CSV</label>
          <input
            id="posting-file"
            type="file"
            accept=".txt,.md,.html,.htm,.json,.csv"
            onChange={(event) => chosen(event.currentTarget.files)}
          />
        </div>
        <div class="field">
          <label for="posting-text">Or the text of a posting</label>
          <textarea id="posting-text" rows={5} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </div>
        <ActionButton
          tone="primary"
          busy={action.busy}
          reason={text.trim() === '' ? 'Paste something first.' : undefined}
          onClick={() => void bringIn(text, 'posting.txt')}
        >
          Bring in this text
        </ActionButton>
        <ActionNotes action={action} />
      </div>
    </Card>
  );
}

function inWords({ role_title, company, requirements, already_known, note }: Added): string {
  const known = already_known ? ' was there already' : '';
  return `${role_title}, ${company}${known}: ${note ?? `${requirements} requirements.`}`;
}
