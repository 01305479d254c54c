import { ActionButton } from '../../parts/action-button.js';
import { ActionNotes } from '../../parts/action-notes.js';
import { offerText } from '../../parts/files.js';
import { useAction } from '../../state/use-action.js';
import { reportOf } from './study-report.js';

/** The page of a study as a file, for whoever has no key to it. */
export function SaveReport({ name }: { name: string }) {
  const action = useAction();
  const save = () =>
    action.run(async () => {
      const cards = [...document.querySelectorAll<HTMLElement>('main section.card')];
      offerText(`${name}.html`, 'text/html', await reportOf(name, cards));
      return `${name}.html holds what this page shows.`;
    });
  return (
    <>
      <div class="buttons">
        <ActionButton busy={action.busy} onClick={save}>
          Save as a report
        </ActionButton>
      </div>
      <ActionNotes action={action} />
    </>
  );
}
