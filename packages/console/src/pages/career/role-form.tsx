import type { ExperienceAtom as Atom } from '@quadrivium/career/answers';
import { Field } from '../../parts/field.js';

type Role = NonNullable<Atom['role']>;

const fields = [
  ['title', 'Job or study', ''],
  ['employer', 'Company or school', ''],
  ['from', 'From', '2019-04'],
  ['to', 'To', '2024-03, or empty'],
] as const;
export type RoleFields = Readonly<Record<(typeof fields)[number][0], string>> & { readonly current: boolean };

export function fieldsOf(role: Role | undefined): RoleFields {
  const { title = '', employer = '', from = '', to = '', current = false } = role ?? {};
  return { title, employer, from, to, current };
}

/** The job or study a claim belongs to: years are counted from its dates. */
export function RoleForm(props: { id: string; role: RoleFields; onChange: (role: RoleFields) => void }) {
  const { id, role, onChange } = props;
  return (
    <div class="fields">
      {fields.map(([field, title, example]) => (
        <Field
          key={field}
          id={`${field}-${id}`}
          title={title}
          value={role[field]}
          placeholder={example}
          onInput={(text) => onChange({ ...role, [field]: text })}
        />
      ))}
      <p class="inline">
        <input
          id={`current-${id}`}
          type="checkbox"
          checked={role.current}
          onChange={(event) => onChange({ ...role, current: event.currentTarget.checked })}
        />
        <label for={`current-${id}`}>Still there</label>
      </p>
    </div>
  );
}

/** As the tools take it; nothing when nothing was said. */
export function roleArgument({ current, ...texts }: RoleFields): { role?: Role } {
  const said = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  if (said.length === 0) return {};
  return { role: { ...Object.fromEntries(said), ...(current ? { current: true as const } : {}) } };
}
