import type { ComponentChildren } from 'preact';

/** Every page has one heading; the shell moves the focus to it when the page changes. */
export function Page(props: {
  title: string;
  lead?: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <>
      <header class="page-head">
        <div>
          <h1 id="page-title" tabIndex={-1}>
            {props.title}
          </h1>
          {props.lead !== undefined && <p class="lead">{props.lead}</p>}
        </div>
        {props.actions !== undefined && <div class="actions">{props.actions}</div>}
      </header>
      {props.children}
    </>
  );
}

export function Card(props: { title?: string; aside?: ComponentChildren; children: ComponentChildren }) {
  return (
    <section class="card">
      {props.title !== undefined && (
        <div class="card-head">
          <h2>{props.title}</h2>
          {props.aside}
        </div>
      )}
      {props.children}
    </section>
  );
}

/** Pairs of a name and a value. */
export function Facts({ items }: { items: readonly (readonly [string, ComponentChildren])[] }) {
  const known = items.filter(([, value]) => value !== undefined && value !== '');
  if (known.length === 0) return null;
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
