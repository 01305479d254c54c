/** What stands where the content would be: nothing yet, something wrong, or still on its way. */
import type { ComponentChildren } from 'preact';
import { inWords } from '../numbers/format.js';
import type { Resource } from '../state/use-resource.js';
import { inItsWords, type Trouble } from '../wire/trouble.js';

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** The server shows the page of errors itself, or leads to the site that it was told of. */
const explanationOf = ({ kind }: Trouble): string => `/reference/errors.html#${encodeURIComponent(kind.toLowerCase())}`;

export function TroubleNote({ trouble: given }: { trouble: Trouble }) {
  const trouble = inItsWords(given);
  return (
    <div class="note bad" role="alert">
      <p>
        <strong>{inWords(trouble.kind)}</strong>: {trouble.message}
      </p>
      {trouble.suggestion !== undefined && <p class="soft">{trouble.suggestion}</p>}
      {trouble.kind !== 'Unreachable' && (
        <p>
          <a href={explanationOf(trouble)} target="_blank" rel="noreferrer">
            About “{inWords(trouble.kind)}”
          </a>
        </p>
      )}
    </div>
  );
}

export function Loading({ what }: { what: string }) {
  return (
    <p class="loading" role="status">
      Loading {what} …
    </p>
  );
}

/** Shows a resource: its trouble, its content, or that it is on its way. */
export function Loaded<T>(props: {
  resource: Resource<T>;
  what: string;
  /** For pages that can say more of a trouble than its own words. */
  instead?: (trouble: Trouble) => ComponentChildren;
  children: (data: T) => ComponentChildren;
}) {
  const { data, trouble } = props.resource;
  const { instead = (told: Trouble) => <TroubleNote trouble={told} /> } = props;
  return (
    <>
      {trouble !== undefined && instead(trouble)}
      {data !== undefined ? props.children(data) : trouble === undefined && <Loading what={props.what} />}
    </>
  );
}
