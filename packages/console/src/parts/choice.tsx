interface ChoiceProps<Word extends string> {
  readonly id: string;
  readonly title: string;
  readonly options: Readonly<Record<Word, string>>;
  readonly value: Word;
  readonly onChange: (value: Word) => void;
}

/** One of a few words, under a label. */
export function Choice<Word extends string>({ id, title, options, value, onChange }: ChoiceProps<Word>) {
  return (
    <div class="field">
      <label for={id}>{title}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as Word)}>
        {Object.entries<string>(options).map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
