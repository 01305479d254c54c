/**
 * What a path may look like before the file system is asked about it.
 *
 * The rules are the strictest of all platforms on every platform: a name that Windows would silently change (a trailing
 * dot, a device name, a stream suffix) is refused on Linux too, so that a case moved between machines keeps its meaning
 * and a check made here cannot be undone by the system below.
 */

const longestPath = 4096;
const longestName = 255;

/** Percent escapes of dot, slash, backslash, NUL and percent: what is left over when somebody encoded twice. */
const encodedSeparator = /%(?:2e|2f|5c|00|25|c0|e0|f0)/i;

/** Control characters and the direction marks that make one name look like another. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses.
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

/** Half a character cannot be written as UTF-8; the system would put something else in its place. */
const loneSurrogate = /\p{Surrogate}/u;

const deviceName =
  /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?:\.|$)/i;

/** True when the text can name a file on every system without being reinterpreted on the way. */
export function isPlainPath(path: unknown, platform: NodeJS.Platform): path is string {
  if (typeof path !== 'string' || path.length === 0 || path.length > longestPath) return false;
  if (unprintable.test(path) || encodedSeparator.test(path) || loneSurrogate.test(path)) return false;
  const body = platform === 'win32' ? path.replace(/^[a-z]:(?=[\\/])/i, '') : path;
  if (platform === 'win32' ? /^[\\/]{2}/.test(body) || body.includes(':') : body.includes('\\')) return false;
  return body.split(platform === 'win32' ? /[\\/]/ : '/').every(isPlainName);
}

/** `.` and `..` are names too: they are resolved before anything is opened. */
function isPlainName(name: string): boolean {
  if (name === '' || name === '.' || name === '..') return true;
  if (Buffer.byteLength(name) > longestName) return false;
  return !/[. ]$/.test(name) && !deviceName.test(name);
}
