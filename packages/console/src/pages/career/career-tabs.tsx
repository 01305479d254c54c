import { link, route } from '../../state/route.js';

const tabs = [
  ['', 'Shortlist'],
  ['claims', 'Claims'],
  ['outreach', 'Outreach and dates'],
  ['record', 'Record'],
] as const;

/** The parts of the job search; the one that is open says so to everybody. */
export function CareerTabs() {
  const [open = ''] = route.value.rest;
  return (
    <nav class="filters" aria-label="Parts of the job search">
      {tabs.map(([name, title]) => (
        <a
          key={name}
          href={name === '' ? link('career') : link('career', name)}
          aria-current={open === name ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
