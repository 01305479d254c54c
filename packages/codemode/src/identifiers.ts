const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/** A name that can follow a dot: letters of every script, and also words that the language reserves. */
export function identifierOf(name: string): string {
  const replaced = name.normalize('NFC').replace(/[^\p{L}\p{Nl}0-9_$]/gu, '_');
  return /^[0-9]/.test(replaced) || replaced === '' ? `_${replaced}` : replaced;
}

/** The name of a property in a declaration, in quotation marks unless every compiler agrees that it needs none. */
export function propertyName(name: string): string {
  return isIdentifier(name) ? name : JSON.stringify(name);
}

/** `read_file` and `readFile` become `ReadFile`. */
export function typeName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `T${joined}`;
}
