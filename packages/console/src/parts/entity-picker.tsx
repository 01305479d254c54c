import { useId, useState } from 'preact/hooks';

export interface Pickable {
  readonly id: number | string;
  readonly name: string;
  /** The subsystem it belongs to, by name. */
  readonly group?: string;
}

export interface EntityPickerProps {
  readonly label: string;
  readonly entities: readonly Pickable[];
  readonly value: string;
  /** What choosing nothing means; it cannot be chosen when left out. */
  readonly all?: string | undefined;
  /** Groups of at most so many can be chosen as a whole, by the value `group:<name>`. */
  readonly mostOfGroup?: number;
  readonly onChoose: (value: string) => void;
}

/** From here on a list is searched rather than scrolled. */
const few = 12;

/** One of many plants: found by a part of its name, in the groups of their subsystems. */
export function EntityPicker({ label, entities, value, all, mostOfGroup = 0, onChoose }: EntityPickerProps) {
  const id = useId();
  const [words, setWords] = useState('');
  const searched = words.trim().toLowerCase();
  const found = entities.filter(({ name, id: own, group = '' }) =>
    `${name} ${own} ${group}`.toLowerCase().includes(searched),
  );
  const wholes = searched === '' ? groupsUpTo(mostOfGroup, entities) : [];
  const search = (text: string): void => {
    setWords(text);
    const [first] = entities.filter(({ name }) => name.toLowerCase().startsWith(text.trim().toLowerCase()));
    // Who writes a name to its end has chosen.
    if (first !== undefined && first.name.toLowerCase() === text.trim().toLowerCase()) onChoose(String(first.id));
  };
  return (
    <div class="picker">
      {entities.length > few && (
        <input
          type="search"
          aria-label={`Find ${label}`}
          placeholder={`Find one of ${entities.length}`}
          value={words}
          onInput={(event) => search(event.currentTarget.value)}
        />
      )}
      <label for={id} class="hidden">
        {label}
      </label>
      <select id={id} value={value} onInput={(event) => onChoose(event.currentTarget.value)}>
        {all !== undefined && <option value="">{all}</option>}
        {groupsOf(found, entities, value).map(([group, members]) =>
          group === '' ? (
            members.map(option)
          ) : (
            <optgroup key={group} label={group}>
              {wholes.includes(group) && <option value={`group:${group}`}>All of {group}</option>}
              {members.map(option)}
            </optgroup>
          ),
        )}
      </select>
    </div>
  );
}

const option = ({ id, name }: Pickable) => (
  <option key={id} value={String(id)}>
    {name}
  </option>
);

/** By subsystem where there are several; what is chosen stays in the list, whatever is searched for. */
function groupsOf(found: readonly Pickable[], all: readonly Pickable[], value: string): [string, Pickable[]][] {
  const shown = all.filter((one) => found.includes(one) || String(one.id) === value || isOfChosenGroup(one, value));
  const several = new Set(all.map(({ group }) => group)).size > 1;
  const groups = new Map<string, Pickable[]>();
  for (const one of shown) {
    const group = several ? (one.group ?? '') : '';
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
}

/** Groups that are small enough to be chosen as a whole. */
function groupsUpTo(most: number, all: readonly Pickable[]): string[] {
  const sizes = new Map<string, number>();
  for (const { group = '' } of all) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return [...sizes].filter(([, size]) => size > 1 && size <= most).map(([group]) => group);
}

const isOfChosenGroup = ({ group }: Pickable, value: string): boolean =>
  group !== undefined && value === `group:${group}`;
