import type { ExperienceAtom as Atom } from '@quadrivium/career/answers';
import { useState } from 'preact/hooks';
import { Act } from '../../parts/act.js';
import { Choice } from '../../parts/choice.js';
import { Field } from '../../parts/field.js';
import { Card } from '../../parts/page.js';
import { useAction } from '../../state/use-action.js';
import { career } from '../../wire/operations.js';
import { ofPerson } from './person.js';

const levels = {
  native: 'Native',
  C2: 'C2, like a native',
  C1: 'C1, fluent',
  B2: 'B2, good',
  B1: 'B1, in daily life',
  A2: 'A2, a little',
  A1: 'A1, first words',
} as const;

/** Languages are claims like the others; here they are together, each with its level. */
export function LanguagesCard({ atoms, onChanged }: { atoms: readonly Atom[]; onChanged: () => void }) {
  const [language, setLanguage] = useState('');
  const [level, setLevel] = useState<string>('C1');
  const action = useAction();
  const known = atoms.filter(({ kind, verified }) => kind === 'language' && verified);
  const add = () =>
    action.run(async () => {
      const claim = `${language.trim()} (${level})`;
      await career('add_atom', { claim, kind: 'language', verified: true, ...ofPerson() });
      setLanguage('');
      onChanged();
      return `Added: ${claim}`;
    });
  return (
    <Card title="Languages you speak">
      <p>{known.length === 0 ? 'None is confirmed yet.' : known.map(({ claim }) => claim).join(', ')}</p>
      <div class="form">
        <div class="fields">
          <Field id="language" title="Language" value={language} onInput={setLanguage} />
          <Choice id="language-level" title="How well" options={levels} value={level} onChange={setLevel} />
        </div>
        <Act action={action} reason={language.trim() === '' ? 'Name a language first.' : undefined} onClick={add}>
          Add this language
        </Act>
      </div>
    </Card>
  );
}
