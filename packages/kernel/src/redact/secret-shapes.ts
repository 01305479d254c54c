/** Secrets that are recognised by how they look, whatever they are called. */

/** What replaces a secret. Short, the same everywhere, and easy to search for. */
export const mask = '[redacted]';

interface Shape {
  /** Plain substrings, one of which is in every match: looking for them first is much cheaper than the pattern. */
  readonly hints: readonly string[];
  readonly pattern: RegExp;
  readonly replacement: string;
}

const shapes: readonly Shape[] = [
  {
    hints: ['earer ', 'EARER ', 'asic '],
    // A digit, capital or padding sets a credential apart from a word: "basic solution" must stay readable.
    pattern: /\b([Bb]earer|BEARER|[Bb]asic)\s+(?=\S*[0-9A-Z=])[\w.~+/=-]{8,}/g,
    replacement: `$1 ${mask}`,
  },
  { hints: ['qk_'], pattern: /\bqk_[a-z0-9]{10}_[\w-]{20,}/g, replacement: mask },
  { hints: ['sk-'], pattern: /\bsk-[\w-]{16,}/g, replacement: mask },
  { hints: ['eyJ'], pattern: /\beyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*/g, replacement: mask },
  { hints: ['AKIA', 'ASIA'], pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, replacement: mask },
  { hints: ['AIza'], pattern: /\bAIza[\w-]{35}/g, replacement: mask },
  { hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], pattern: /\bgh[pousr]_[A-Za-z0-9]{20,}/g, replacement: mask },
  { hints: ['github_pat_'], pattern: /\bgithub_pat_\w{20,}/g, replacement: mask },
  { hints: ['xox'], pattern: /\bxox[abeprs]-[\w-]{10,}/g, replacement: mask },
  {
    hints: ['PRIVATE KEY-----'],
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    replacement: mask,
  },
  // The password part of a URL; the user name and host stay, they tell the reader which account it was.
  {
    hints: ['://'],
    pattern: /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@?#"']{0,100}:)[^\s/@"']{1,200}@/gi,
    replacement: `$1${mask}@`,
  },
  // A variable (`${NAME}`) hides its value already.
  // `"password":"..."` inside text that is itself JSON, escaped or not, and `password=...` in queries and commands.
  {
    hints: ['":', '=', "':"],
    pattern:
      /((?<![A-Za-z])(?:password|passwd|passphrase|secret|api[-_]?key|(?:access|refresh|id|auth|session)[-_]?token|token|private[-_]?key|secret[-_]?key|authorization|cookie)(?:\\?["']\s*:\s*\\?["']|=))(?!\[redacted\]|\$\{)[^\s"'\\&;]+/gi,
    replacement: `$1${mask}`,
  },
];

/** One pass that tells most texts apart at once: without any of these nothing below can match. */
const suspicion =
  /bearer |basic |qk_|sk-|eyJ|A(?:KIA|SIA|Iza)|gh[pousr]_|github_pat_|xox|PRIVATE KEY-----|:\/\/|passw|passphrase|secret|api[-_]?key|token|private[-_]?key|authorization|cookie/i;

/** The text with everything secret-looking masked; the same string when there is nothing. */
export function maskShapes(text: string): string {
  if (!suspicion.test(text)) return text;
  let masked = text;
  for (const shape of shapes) {
    if (shape.hints.some((hint) => masked.includes(hint))) masked = masked.replace(shape.pattern, shape.replacement);
  }
  return masked;
}
