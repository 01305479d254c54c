interface ChoiceProps {
  readonly id: string;
  readonly title: string;
  readonly options: Readonly<Record<string, string>>;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One of a few words, under a label. */
export function Choice({ id, title, options, value, onChange }: ChoiceProps) {
  return (
    <div class="field">
      <label for={id}>{title}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {Object.entries(options).map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
