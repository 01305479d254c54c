/** Names whose text value is a secret wherever it appears. Compared without case, dashes, underscores, dots and spaces. */
const exactNames = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'token',
  'jwt',
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'secrets',
  'credential',
  'credentials',
  'apikey',
  'xapikey',
  'privatekey',
  'signingkey',
  'encryptionkey',
  'accesskey',
  'mcpsessionid',
  'connectionstring',
]);

/** Endings that make a longer name one of these: `db_password`, `aws-secret-access-key`, `githubAccessToken`. */
const endings = [
  'password',
  'passphrase',
  'secret',
  'apikey',
  'secretkey',
  'secretaccesskey',
  'privatekey',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'authtoken',
  'bearertoken',
  'sessiontoken',
];

/** Every name is judged once; the bound keeps hostile names from filling the memory. */
const judged = new Map<string, boolean>();
const mostJudged = 5000;

export function isSensitiveName(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const verdict = judge(name);
  if (name.length <= 64 && judged.size < mostJudged) judged.set(name, verdict);
  return verdict;
}

function judge(name: string): boolean {
  const plain = name.toLowerCase().replace(/[-_.\s]/g, '');
  return exactNames.has(plain) || endings.some((ending) => plain.endsWith(ending));
}
