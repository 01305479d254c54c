import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { pageOf, pages } from './pages/index.js';
import { stopHere } from './pages/notices/this-browser.js';
import { Search } from './pages/search/index.js';
import { SignIn } from './pages/sign-in.js';
import { LineState } from './parts/line-state.js';
import { WaitingCount } from './parts/waiting-count.js';
import { startListening } from './state/live.js';
import { link, route } from './state/route.js';
import { entering, session, signOut } from './state/session.js';

/** The frame around every page: the way past the menu, the menu, who is here and whether the line is open. */
export function App() {
  if (session.value === undefined) return entering.value ? <Entering /> : <SignIn />;
  return <Shell />;
}

function Entering() {
  return (
    <main class="sign-in">
      <h1>Quadrivium</h1>
      <p class="loading" role="status">
        Signing in …
      </p>
    </main>
  );
}

function Shell() {
  useEffect(() => startListening(), []);
  const { page } = route.value;
  const { title, component: Component, split } = pageOf(page);
  useFocusOnChange(split ? page : `${page}/${route.value.rest.join('/')}`, title);
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={focusTitle}>
        Skip to content
      </button>
      <Head />
      <main>{Component === undefined ? <Unknown /> : <Component />}</main>
    </div>
  );
}

/** Not of the frame: whoever opened the menu finds it open, also when the frame is drawn anew under their hands. */
const menuIsOpen = signal(false);

const toggleMenu = (): void => {
  menuIsOpen.value = !menuIsOpen.value;
};

const closeMenu = (): void => {
  menuIsOpen.value = false;
};

function Head() {
  const open = menuIsOpen.value;
  const here = route.value.page;
  return (
    <header class="head">
      <div class="brand">
        <a href={link('approvals')}>Quadrivium</a>
        <LineState />
        <button type="button" class="menu-button" aria-expanded={open} aria-controls="menu" onClick={toggleMenu}>
          Menu
        </button>
      </div>
      <Search pages={pages} />
      <nav id="menu" class={open ? 'menu open' : 'menu'} aria-label="Pages">
        <ul>
          {pages.map(({ name, title }) => (
            <li key={name}>
              <a href={link(name)} aria-current={here === name ? 'page' : undefined} onClick={closeMenu}>
                {title}
                {name === 'approvals' && <WaitingCount />}
              </a>
            </li>
          ))}
        </ul>
        <Whoami />
      </nav>
    </header>
  );
}

function Whoami() {
  const { subject, roles, workspace, via } = session.value ?? { subject: '', roles: [], workspace: '', via: '' };
  return (
    <div class="whoami">
      <p>
        <strong>{subject}</strong> ({via === 'local' ? 'without a key' : roles.join(', ')}) in {workspace}
      </p>
      <button type="button" class="button plain small" onClick={() => void leave()}>
        {via === 'local' ? 'Sign in with a key' : 'Sign out'}
      </button>
    </div>
  );
}

/** Whoever signs out is no longer told here, even when the server cannot be asked: the next person may be another. */
async function leave(): Promise<void> {
  await stopHere().catch(() => undefined);
  await signOut();
}

function Unknown() {
  return (
    <>
      <h1 id="page-title" tabIndex={-1}>
        There is no such page
      </h1>
      <p>
        Go to <a href={link('approvals')}>the approvals</a>.
      </p>
    </>
  );
}

/** Not a link to a place on the page: the address after `#` says which page this is. */
function focusTitle(): void {
  document.getElementById('page-title')?.focus();
}

/** A new page is announced by its title and read from its heading; the first page is left alone. */
function useFocusOnChange(where: string, title: string): void {
  const first = useRef(true);
  useEffect(() => {
    document.title = `${title} · Quadrivium`;
    if (!first.current && where !== '') focusTitle();
    first.current = false;
  }, [where, title]);
}
