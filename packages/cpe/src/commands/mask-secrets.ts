const MASK = '***';
/** `--api-key=x`, `token: x`, `password x`: the name says it. */
const NAMED = /((?:api[-_]?key|token|secret|passw(?:or)?d|authorization)["']?\s*[=:]\s*["']?)(?!\$\{)[^\s"'&]+/gi;
/** Keys of the big providers and tokens that look like one, wherever they stand. */
const SHAPED =
  /\b(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|xox[abeprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|eyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*)/g;
const IN_ADDRESS = /(:\/\/[^\s/:@]*:)[^\s/@]+@/g;

/** The text with whatever looks like a secret masked. Variables are left, since they hide their value already. */
export function maskSecrets(text: string): string {
  return text.replace(NAMED, `$1${MASK}`).replace(SHAPED, MASK).replace(IN_ADDRESS, `$1${MASK}@`);
}
