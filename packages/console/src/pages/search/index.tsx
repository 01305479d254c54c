import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { link } from '../../state/route.js';
import { type Found, fits } from './found.js';
import { useSearch } from './use-search.js';

interface Named {
  readonly name: string;
  readonly title: string;
}

/** One search over everything, from every page: Ctrl-K (or ⌘K), or the button. */
export function Search({ pages }: { pages: readonly Named[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opened, setOpened] = useState(0);
  const [open, setOpen] = useState(false);
  const show = (): void => {
    if (dialog.current?.open !== false) return;
    setOpen(true);
    setOpened((times) => times + 1);
    dialog.current.showModal();
  };
  // The browser tells of a closing later; by then it may have been opened again.
  const closed = (): void => setOpen(dialog.current?.open === true);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (dialog.current?.open) dialog.current.close();
      else show();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button type="button" class="search-button" aria-haspopup="dialog" aria-keyshortcuts="Control+K" onClick={show}>
        Search <kbd>Ctrl K</kbd>
      </button>
      <dialog ref={dialog} class="search" aria-label="Search everything" onClose={closed}>
        {open && <Palette key={opened} pages={pages} onDone={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}

/** The types know this role only together with a list of the browser's own, which can neither be grouped nor asked for. */
const comboboxOf = (count: number, chosen: number): Record<string, string | boolean> => ({
  role: 'combobox',
  'aria-expanded': count > 0,
  'aria-controls': 'search-found',
  'aria-autocomplete': 'list',
  ...(count > 0 ? { 'aria-activedescendant': `search-${chosen}` } : {}),
});

/** The pattern of a combobox with a list: the focus stays where one writes, arrows move the choice. */
function Palette({ pages, onDone }: { pages: readonly Named[]; onDone: () => void }) {
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  // Before anything is painted: a letter that comes at once would go nowhere.
  useLayoutEffect(() => input.current?.focus(), []);
  const { found, searching, silent } = useSearch(words, (asked) => pagesFor(asked, pages));
  const chosen = Math.min(at, found.length - 1);
  const go = (one: Found | undefined): void => {
    if (one === undefined) return;
    onDone();
    location.hash = one.href;
  };
  const press = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = { ArrowDown: chosen + 1, ArrowUp: chosen - 1 };
    const next = moves[event.key];
    if (next !== undefined && found.length > 0) setAt((next + found.length) % found.length);
    else if (event.key === 'Enter') go(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={input}
        type="text"
        {...comboboxOf(found.length, chosen)}
        aria-label="Search studies, runs, approvals, opportunities, people, tools and everything else that has a name"
        placeholder="A study, a run, an approval, a page …"
        autocomplete="off"
        spellcheck={false}
        value={words}
        onInput={(event) => {
          setWords(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <FoundList found={found} chosen={chosen} onChoose={go} />
      <p class="soft" role="status">
        {said(words.trim(), found.length, searching, silent)}
      </p>
    </>
  );
}

function said(words: string, count: number, searching: boolean, silent: readonly string[]): string {
  const quiet = silent.length === 0 ? '' : ` No answer about ${silent.join(', ')}.`;
  if (searching) return 'Searching …';
  if (words === '') return 'Write two letters or more. Arrows choose, Enter opens, Escape closes.';
  if (count === 0) return `Nothing has these words. Write fewer of them, or a part of a name.${quiet}`;
  return `${count} found.${quiet}`;
}

interface FoundListProps {
  readonly found: readonly Found[];
  readonly chosen: number;
  readonly onChoose: (one: Found) => void;
}

function FoundList({ found, chosen, onChoose }: FoundListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <div ref={list} id="search-found" role="listbox" aria-label="Found" class="found" hidden={found.length === 0}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a list of choices.
        <div key={group} role="group" aria-label={group}>
          <p class="found-group" aria-hidden="true">
            {group}
          </p>
          {found.map((one, at) =>
            one.group !== group ? null : (
              <Choice key={at} id={`search-${at}`} one={one} chosen={at === chosen} onChoose={onChoose} />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly one: Found;
  readonly chosen: boolean;
  readonly onChoose: (one: Found) => void;
}

function Choice({ id, one, chosen, onChoose }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field above, which names the chosen one.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard there, too.
    <div id={id} role="option" aria-selected={chosen} class="found-one" onClick={() => onChoose(one)}>
      {one.title} {one.detail !== undefined && one.detail !== '' && <span class="soft">{one.detail}</span>}
    </div>
  );
}

const parts: readonly Named[] = [
  { name: 'career/claims', title: 'Career: claims' },
  { name: 'career/outreach', title: 'Career: outreach and dates' },
  { name: 'career/record', title: 'Career: record' },
];

function pagesFor(words: string, pages: readonly Named[]): Found[] {
  const known = words === '' ? pages : [...pages, ...parts].filter(({ title }) => fits(words, title));
  return known.map(({ name, title }) => ({ group: 'Pages', title, href: link(...(name.split('/') as [string])) }));
}
