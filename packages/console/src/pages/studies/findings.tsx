import type { CobreAnswers } from '@quadrivium/cobre/answers';
import { Badge } from '../../parts/badge.js';

type Report = Pick<CobreAnswers['cobre/validate'], 'valid' | 'errors' | 'warnings'> & {
  readonly not_listed?: CobreAnswers['cobre/validate']['not_listed'];
};
type Finding = Report['errors'][number];

/** What validation says, beside the file that it is about; files that nothing is said of are good. */
export function Findings({ report, files }: { report: Report; files: readonly string[] }) {
  const said = byFile(report);
  const fine = files.filter((file) => !said.has(file));
  const left = (report.not_listed?.errors ?? 0) + (report.not_listed?.warnings ?? 0);
  return (
    <div class="findings" role="status">
      <p>
        <Badge state={report.valid ? 'Valid' : 'Not valid'} tone={report.valid ? 'good' : 'bad'} /> {summary(report)}
      </p>
      <ul class="plain">
        {[...said].map(([file, all]) => (
          <li key={file} class="finding" data-file={file}>
            <p>
              <code>{file}</code> <Badge {...worst(all)} />
            </p>
            <ul>
              {all.map((finding, at) => (
                <Message key={at} finding={finding} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {left > 0 && <p class="soft">{left} more are not listed; they come when these are mended.</p>}
      {fine.length > 0 && (
        <details>
          <summary>{fine.length} files that nothing is said of</summary>
          <ul>
            {fine.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

interface Said extends Finding {
  readonly isError: boolean;
}

function byFile({ errors, warnings }: Report): ReadonlyMap<string, Said[]> {
  const all = [
    ...errors.map((one) => ({ ...one, isError: true })),
    ...warnings.map((one) => ({ ...one, isError: false })),
  ];
  const files = new Map<string, Said[]>();
  for (const one of all) {
    const file = typeof one.context.file === 'string' ? one.context.file : 'The case as a whole';
    files.set(file, [...(files.get(file) ?? []), one]);
  }
  return files;
}

function worst(all: readonly Said[]): { state: string; tone: 'bad' | 'warn' } {
  const errors = all.filter(({ isError }) => isError).length;
  const [count, word] = errors > 0 ? [errors, 'error'] : [all.length, 'warning'];
  return { state: `${count} ${word}${count === 1 ? '' : 's'}`, tone: errors > 0 ? 'bad' : 'warn' };
}

function Message({ finding: { message, suggestion, context } }: { finding: Said }) {
  // It stands below the name of its file.
  const said = message.replace(`${String(context.file)}: `, '');
  const place = ['entity_type', 'entity_id', 'field']
    .flatMap((name) => (context[name] === undefined || context[name] === null ? [] : [String(context[name])]))
    .join(', ');
  return (
    <li>
      {said} {place !== '' && <span class="soft">({place})</span>}
      {suggestion !== null && <p class="soft">{suggestion}</p>}
    </li>
  );
}

function summary({ errors, warnings, not_listed }: Report): string {
  const [bad, odd] = [errors.length + (not_listed?.errors ?? 0), warnings.length + (not_listed?.warnings ?? 0)];
  if (bad + odd === 0) return 'Nothing to complain about.';
  return `${bad} ${bad === 1 ? 'error' : 'errors'}, ${odd} ${odd === 1 ? 'warning' : 'warnings'}.`;
}
