import { useState } from 'preact/hooks';
import { TroubleNote } from '../parts/notes.js';
import { keepPlace } from '../state/route.js';
import { login, signIn, signInTrouble } from '../state/session.js';

export function SignIn() {
  const [key, setKey] = useState('');
  const submit = (event: Event): void => {
    event.preventDefault();
    if (key.trim() !== '') void signIn(key.trim());
  };
  return (
    <main class="sign-in">
      <h1>Quadrivium</h1>
      <p class="lead">Agents propose, policy decides, people approve, evidence proves.</p>
      {login.value !== undefined && (
        <div class="card">
          <a class="button primary" href={login.value.path} onClick={keepPlace}>
            Sign in with {login.value.name}
          </a>
        </div>
      )}
      <form class="card" onSubmit={submit}>
        <label for="key">Your key</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="qk_…"
          value={key}
          aria-describedby="key-help"
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <p id="key-help" class="soft">
          <code>quadrivium up</code> prints a key on its first start. It stays in this tab and is forgotten with it.
        </p>
        {signInTrouble.value !== undefined && <TroubleNote trouble={signInTrouble.value} />}
        <div class="buttons">
          <button type="submit" class="button primary">
            Sign in
          </button>
          <button type="button" class="button plain" onClick={() => void signIn('')}>
            Look around without a key
          </button>
        </div>
        <p class="soft">Without a key you can see everything on this machine and start runs, but decide nothing.</p>
      </form>
    </main>
  );
}
