/** Where work goes and whose it is: to a relative, a department, an expert; and the work of those whom somebody was near. */

const relative =
  'wife|husband|partner|brother|sister|father|mother|dad|mum|son|daughter|uncle|aunt|nephew|niece|cousin|(?:mother|father|sister|brother)-in-law|friend|flatmate|neighbou?r|frau|mann|partner(?:in)?|bruder|schwester|vater|mutter|sohn|tochter|onkel|tante|neffe|nichte|schwager|schwägerin|schwiegermutter|schwiegervater|cousine?|freund(?:in)?|nachbar(?:in)?|mujer|marido|pareja|herman[oa]|padre|madre|hij[oa]|tí[oa]|prim[oa]|sobrin[oa]|cuñad[oa]|suegr[oa]|amig[oa]|vecin[oa]|mulher|companheir[oa]|irmão|irmã|pai|mãe|filh[oa]|ti[oa]|sobrinh[oa]|cunhad[oa]|sogr[oa]|vizinh[oa]';
/** "My brother is a welder", "Condomínios: a minha mulher tem uma empresa": whose it is stands at the head, and no "I" before it. */
const ofRelatives = new RegExp(
  `(?:^|[:;,–—]\\s*|\\s-\\s)(?:my|meine?|mi|(?:o )?meu|(?:a )?minha|unsere?|our)\\s+(?:${relative})\\s+(?!(?:and|und|y|e) )\\p{Ll}+`,
  'iu',
);

/** "Os cálculos vão para o perito", "las nóminas van a la gestoría": where the work goes is where it is done. */
const goesTo =
  /(?<!\p{L})land(?:et|en)\s+(?:im|beim|bei|in|auf)\s+\p{L}+|(?<!\p{L})(?:goes|go|gehen|geht|va|van|iba|iban|vai|vão|ia|iam)\s+(?:out )?(?:to|an|a|al|para|ao|aos|à|às)\s+(?!(?:market|press|print|trial|court|work|school|clase|trabajar|\d|\p{L}+[aei]r(?!\p{L})))(?:(?:the|an?|our|die|den|das|einen?|eine|la|los|las|una?|mi|nuestr[oa]|o|os|as|um|uma|meu)\s+)?\p{Ll}+/iu;
/** "O stock é com o armazém central", "eso es cosa de la oficina": whose task it is, as one says in Spanish and Portuguese. */
const theirTask =
  /(?<!\p{L})(?:é|são|era|eram|fica|ficam|ficava)\s+com\s+(?:o|a|os|as|um|uma)\s+\p{L}+|(?<!\p{L})(?:es|son|era) (?:cosa|tarea|asunto) d|(?<!\p{L})(?:é|era) (?:tarefa|assunto) d/iu;
/** "Questions of law I pass to our solicitor". */
const passedOn =
  /(?<!\p{L})(?:i\s+)(?:pass|hand|leave|give|refer)\s+(?:(?:it|them)\s+)?(?:on\s+|over\s+)?to\s+(?:our|the|an?|my)\s+\p{L}+/iu;

/** "Trabalhava junto com o pessoal do oxicorte", "worked beside the welders": near those who did it. */
const nearThem =
  /(?<!\p{L})(?:work(?:ed|ing)?|sat|arbeite\p{L}*|gearbeitet|saß|trabaj\p{L}+|trabalh\p{L}+)\s+(?:\p{L}+\s+)?(?:beside|alongside|next to|near|neben|mit den leuten|al lado de|junto (?:a|con|com)|con (?:la gente|el personal|los)|com (?:o pessoal|a malta|a turma|os))(?!\p{L})/iu;

const shapes = [ofRelatives, goesTo, nearThem, theirTask, passedOn];

export const handedOn = (said: string): string | undefined =>
  shapes.flatMap((shape) => shape.exec(said.trim())?.[0] ?? [])[0];
