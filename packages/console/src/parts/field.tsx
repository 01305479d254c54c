interface FieldProps {
  readonly id: string;
  readonly title: string;
  readonly value: string;
  /** Several lines, so many of them to begin with. */
  readonly rows?: number;
  readonly onInput: (text: string) => void;
  readonly type?: 'search' | 'date' | 'time';
  readonly class?: string;
  readonly placeholder?: string | undefined;
  readonly autocomplete?: string;
  readonly inputMode?: string;
  readonly maxLength?: number;
  readonly spellcheck?: boolean;
}

/** Words of one's own under a label. */
export function Field({ title, rows, onInput, ...rest }: FieldProps) {
  const told = (event: { readonly currentTarget: { readonly value: string } }) => onInput(event.currentTarget.value);
  // The types of inputs know a role for each type of input; no role is given here.
  const own: object = { ...rest, onInput: told };
  return (
    <div class="field">
      <label for={rest.id}>{title}</label>
      {rows === undefined ? <input {...own} /> : <textarea {...own} rows={rows} />}
    </div>
  );
}
