import { useState } from 'preact/hooks';
import { Badge } from '../../parts/badge.js';
import { base64Of } from '../../parts/files.js';
import { Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { useResource } from '../../state/use-resource.js';
import { career } from '../../wire/operations.js';

/** Whether a CV or a letter is as it was made here. */
export function CheckDocument() {
  const [file, setFile] = useState<File>();
  return (
    <Card title="Check a document">
      <div class="field">
        <label for="document-file">A CV or letter that was made here: Word, PDF, Markdown or JSON Resume</label>
        <input
          id="document-file"
          type="file"
          accept=".docx,.pdf,.md,.json"
          onChange={(event) => setFile(event.currentTarget.files?.[0])}
        />
      </div>
      {file !== undefined && <Checked key={`${file.name} ${file.size} ${file.lastModified}`} file={file} />}
    </Card>
  );
}

function Checked({ file }: { file: File }) {
  const checked = useResource(`check/${file.name}`, async () =>
    career('verify_document', { content_base64: await base64Of(file) }),
  );
  return (
    <Loaded resource={checked} what="the document">
      {({ valid, status, problems, changed_since }) => (
        <p role="status">
          <Badge state={status} tone={valid ? 'good' : 'bad'} /> {file.name}.{' '}
          {[...problems, ...changed_since].join(' ')}
        </p>
      )}
    </Loaded>
  );
}
