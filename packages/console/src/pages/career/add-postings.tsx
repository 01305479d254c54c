import type { CareerAnswers } from '@quadrivium/career/answers';
import { useState } from 'preact/hooks';
import { Act } from '../../parts/act.js';
import { Field } from '../../parts/field.js';
import { base64Of } from '../../parts/files.js';
import { Card } from '../../parts/page.js';
import { useAction } from '../../state/use-action.js';
import { career } from '../../wire/operations.js';
import { troubleOf } from '../../wire/trouble.js';

type Added = CareerAnswers['import_postings']['postings'][number];

/** Postings from files or from what was copied out of a page. */
export function AddPostings({ onAdded }: { onAdded: () => void }) {
  const [text, setText] = useState('');
  const action = useAction();
  const bringIn = (sources: () => Promise<readonly Source[]>) =>
    action.run(async () => {
      const said: string[] = [];
      // One after another: what one file brought in is known when the next is looked at.
      for (const source of await sources()) said.push(await brought(source));
      setText('');
      onAdded();
      return said.join(' ');
    });
  const chosen = (files: readonly File[]) =>
    bringIn(() =>
      Promise.all(files.map(async (file) => ({ name: file.name, content: await base64Of(file), encoding: 'base64' }))),
    );
  return (
    <Card title="Bring in postings">
      <div class="form">
        <div class="field">
          <label for="posting-file">Files: text, Markdown, web page, JSON-LD or CSV</label>
          <input
            id="posting-file"
            type="file"
            multiple
            accept=".txt,.md,.html,.htm,.json,.jsonld,.csv,.tsv"
            onChange={(event) => void chosen([...(event.currentTarget.files ?? [])])}
          />
        </div>
        <Field id="posting-text" title="Or the text of a posting" rows={5} value={text} onInput={setText} />
        <Act
          tone="primary"
          action={action}
          reason={text.trim() === '' ? 'Paste something first.' : undefined}
          onClick={() => void bringIn(async () => [{ name: 'posting.txt', content: text }])}
        >
          Bring in this text
        </Act>
      </div>
    </Card>
  );
}

interface Source {
  readonly name: string;
  readonly content: string;
  readonly encoding?: 'base64';
}

/** A file that cannot be read does not keep the others out. */
async function brought(source: Source): Promise<string> {
  try {
    const { postings } = await career('import_postings', source);
    return postings.map(inWords).join(' ');
  } catch (error) {
    const { message, suggestion = '' } = troubleOf(error);
    return `${source.name} was not brought in: ${message} ${suggestion}`.trim();
  }
}

function inWords({ role_title, company, requirements, already_known, note }: Added): string {
  const known = already_known ? ' was there already' : '';
  return `${role_title}, ${company}${known}: ${note ?? `${requirements} requirements.`}`;
}
