/**
 * JSON as people write it into settings files: comments and commas before a closing bracket are turned into spaces, so
 * that every remaining character keeps its place.
 */
export function blankComments(text: string): string {
  const tokens = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  const uncommented = text.replace(tokens, (token) => (token.startsWith('"') ? token : blank(token)));
  return uncommented.replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (token) => (token === ',' ? ' ' : token));
}

function blank(token: string): string {
  return token.replace(/[^\n]/g, ' ');
}
