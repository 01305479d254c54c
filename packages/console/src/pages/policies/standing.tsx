import type { PolicyView as Policy } from '@quadrivium/portarium/answers';
import { Badge } from '../../parts/badge.js';

export const newest = (versions: readonly Policy[]): Policy =>
  versions.reduce((last, it) => (it.version > last.version ? it : last));

/** Which version counts, and whether a newer one waits for somebody to make it count. */
export function Standing({ versions }: { versions: readonly Policy[] }) {
  const active = versions.find((it) => it.active);
  const { version } = newest(versions);
  return (
    <span>
      {active !== undefined && <Badge state="active" tone="good" label={`Version ${active.version} counts`} />}{' '}
      {version > (active?.version ?? 0) && <Badge state="draft" tone="warn" label={`Draft: version ${version}`} />}
    </span>
  );
}
