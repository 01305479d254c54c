import { ActionNotes } from '../../parts/action-notes.js';
import { base64Of } from '../../parts/files.js';
import { Card } from '../../parts/page.js';
import { useAction } from '../../state/use-action.js';
import { career } from '../../wire/operations.js';
import { ofPerson } from './person.js';

/** A resume as people have it; what it claims waits to be confirmed. */
export function AddResume({ onAdded }: { onAdded: () => void }) {
  const action = useAction();
  const bringIn = (file: File) =>
    action.run(async () => {
      const whose = ofPerson();
      const document = { content: await base64Of(file), encoding: 'base64', name: file.name } as const;
      const { resume_id } = await career('ingest_resume', { ...document, ...whose });
      const { atoms } = await career('propose_atoms', { resume_id });
      onAdded();
      return atoms.length === 0
        ? `${file.name}: nothing in it could be read as a claim. Try it as Word or Markdown, or write the claims below.`
        : `${file.name}: ${atoms.length} claims were read.`;
    });
  return (
    <Card title="Bring in a resume">
      <div class="field">
        <label for="resume-file">PDF, Word, Markdown, text, JSON Resume, or the ZIP file of a LinkedIn export</label>
        <input
          id="resume-file"
          type="file"
          accept=".pdf,.docx,.md,.txt,.json,.zip"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file !== undefined) void bringIn(file);
          }}
        />
      </div>
      <ActionNotes action={action} />
    </Card>
  );
}
