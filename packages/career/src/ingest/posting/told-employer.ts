/** Who the employer is where only sentences say it: "Hallam & Pryce is an independent firm", "Die Bergstolz Outdoor GmbH verschickt …". */
import { namesAPosition } from '../resume/role-names.js';
import { legalForm, namesAnEmployer } from './employer-names.js';

const word = String.raw`[\p{Lu}\d][\p{L}\d&.'’-]*`;
const joined = String.raw`(?:\s+(?:(?:&|und|and|y|e|de|del|da|do|das|dos|der|of|at|für|for|San|la|el)\s+){0,2}${word})`;
const article = String.raw`(?:(?:The|Die|Der|Das|El|La|Los|Las|O|A|Os|As|Na|No|At|Bei(?: der| dem)?|An der|Join)\s+)?`;

const withForm = new RegExp(`${article}(${word}${joined}{0,5}?\\s+${legalForm})(?![\\p{L}\\d])`, 'u');
const does =
  '(?:is|are|has|have|needs?|seeks?|runs|operates|invites|ist|sind|sucht|suchen|hat|betreibt|es|busca|tiene|necesita|é|tem|procura|precisa|opera|contrata)';
const subject = new RegExp(`^${article}(${word}${joined}{0,5})(?:\\s\\([^)]{2,30}\\))?\\s+${does}\\s`, 'u');
const ofOurselves = new RegExp(
  `(?:^|\\s)(?:[Ww]e(?: are|[’']re)|[Ww]ir sind(?: die| der| das)?|[Ss]omos (?:la |el |a |o )?)\\s*(${word}${joined}{0,4})[,:–—]\\s`,
  'u',
);

/** They begin sentences with a capital and name nobody. */
const nobody =
  /^(?:I|We|You|They|He|She|It|This|That|These|There|Here|Our|Your|Their|What|Who|When|Where|Each|Every|All|Some|Applicants?|Candidates?|People|Someone|Somebody|Experience|Work|Pay|Salary|Hours|Training|Wir|Du|Sie|Ihr|Er|Es|Dies\p{L}*|Unser\p{L}*|Dein\p{L}*|Ihre?|Wer|Was|Hier|Jede\p{L}*|Voraussetzung|Nosotros|Tú|Usted|Este|Esta|Nuestr\p{L}*|Tu|Su|Quien|Nós|Você|Ele|Ela|Noss\p{L}*|Seu|Sua|Quem|Candidat\p{L}*|Vaga|Salário|Aquí|Aqui|Nada|Todo|Toda|Se|Precisa-se|Procura-se)(?=\s|$)/u;
const firstLines = 6;

export function employerTold(posting: string): string | undefined {
  const lines = posting
    .split('\n')
    .map((line) => line.replace(/^[\s#>*_|]+(?:\d[\d.]*\s)?|^\d[\d.]*\s|[*_]+/g, '').trim())
    .filter((line) => line !== '');
  const formed = lines.flatMap((line) => withForm.exec(line)?.[1] ?? []).find((name) => !namesAPosition(name));
  return formed ?? lines.slice(0, firstLines).flatMap(toldIn)[0];
}

function toldIn(line: string): string[] {
  const [sentence = ''] = line.split(/(?<=\p{L}{3}[.!?])\s/u);
  const [, ours = ''] = ofOurselves.exec(line) ?? [];
  const [, name = ours] = subject.exec(sentence) ?? [];
  if (name === '' || nobody.test(name) || (namesAPosition(name) && !namesAnEmployer(name))) return [];
  return name === ours || /\s/.test(name) || namesAnEmployer(name) ? [name.trim()] : [];
}
