/**
 * What one will do in the job. Lists of duties open with a verb: an infinitive in Spanish and Portuguese, the bare verb or its
 * -ing form in English, and in German a noun of doing with its object, or an infinitive at the end.
 */
export const englishVerbs =
  'act|administer|advise|analy[sz]e|answer|approve|arrange|assess|assist|attend|audit|book|build|calculate|carry|chair|champion|check|clean|close|collaborate|collect|communicate|complete|conduct|contribute|coordinate|cook|create|deal|define|deliver|deploy|design|develop|document|draft|drive|drop|engage|ensure|establish|evaluate|execute|explain|file|fit|follow|forecast|greet|grow|guide|handle|help|hire|identify|implement|improve|inspect|install|investigate|join|keep|lead|liaise|listen|load|look|maintain|make|manage|measure|meet|mentor|monitor|negotiate|observe|open|operate|order|organi[sz]e|oversee|own|participate|partner|perform|pick|plan|prepare|present|process|produce|provide|read|receive|recommend|record|report|represent|research|resolve|respond|review|run|schedule|sell|serve|set|ship|sit|solve|supervise|support|take|talk|teach|test|train|translate|troubleshoot|turn|update|visit|watch|welcome|work|write';
const english = new RegExp(
  `^(?:you(?:[’']ll| will) (?!need|have|bring|hold (?:an?|the|current|valid))|(?:${englishVerbs})(?:e?s)?\\b(?! (?:permit|experience|authori[sz]ation|skills|qualification|records?|leadership|background)))`,
  'iu',
);
const gerund =
  /^(?!(?:training|banking|nursing|engineering|accounting|marketing|welding|driving|catering|nothing|anything|something|during|testing|working|understanding|being|holding|having|planning)\b)\p{L}{3,}ing (?:the|a|an|our|your|up|to|for|with|on|from|\p{Ll}+s)\b/iu;
const german =
  /^\p{Lu}\p{L}+(?:ung|ion|e|en|bau|ieren) (?:von|der|des|unserer|unseres|neuer|eigener|ortsfester)\b|^(?:du|sie) (?:übernimmst|übernehmen|betreust|betreuen|planst|planen|berätst|beraten|führst|führen|entwickelst|entwickeln|konstruierst|konstruieren|arbeitest|arbeiten|erstellst|erstellen|wirst|werden)\b|^(?!.*\b(?:zu|können|haben|bereit)\b)\p{L}.*,? \p{Ll}{3,}(?:en|ern|eln)$/u;
/** What will have come of it: "In three months you have rebuilt the model". */
const goal =
  /^(?:(?:with)?in|after|by) (?:your first|the first|(?:one|two|three|six|nine|twelve|an?|\d+)) (?:days?|weeks?|months?|years?|\d+ \p{L}+)\b/iu;
const romance = /^\p{L}{2,}(?:ar|er|ir)(?:se|lo|los|la|las|-se)? (?!(?:de la|del|inglés|francés) )\p{L}/iu;
const notVerbs =
  /^(?:ser|tener|ter|saber|conocer|conhecer|haber|haver|poder|dominar|estar|hablar|falar|poseer|possuir|mostrar|demostrar|demonstrar|disponer|dispor|contar|gostar|querer|acreditar|aportar|master|bachelor|junior|senior|power|career|computer|consumer|chartered|similar|lugar|hogar|auxiliar|regular|particular|familiar|mujer|militar|escolar|líder|par|mar|superior)\b/iu;

/** Somebody is told what he or she will do: by a verb of doing, in the present or the future. */
const addressed = [
  /^(?:as an? [^,]{2,40}, )?you(?:[’']ll|[’']d| will| would) (?!need|have|bring|hold (?:an?|the|current|valid)|know|understand|speak|possess|enjoy|thrive|be (?:an? |(?:\S+ ){0,2}(?:qualified|registered|certified|chartered|licensed)|able|fluent|comfortable|known|used|confident|happy|familiar|experienced|willing|(?:required|expected|asked) to (?:pass|hold|have|undergo|prove|show|provide|obtain|speak|be)))/iu,
  /^du (?!\p{Ll}+ gerne? |hast|bringst|bist|kannst|solltest|musst|brauchst|verfügst|sprichst|kennst|besitzt|beherrschst|weißt|gehst|willst|möchtest|magst|liebst|arbeitest gern|konntest)\p{Ll}+st /iu,
  /^sie (?!\p{Ll}+ gerne? |haben|bringen|sind|können|sollten|müssen|brauchen|verfügen|sprechen|kennen|besitzen|beherrschen|wissen|gehen|wollen|mögen|lieben|arbeiten gern|konnten)\p{Ll}+(?:en|ern|eln) /iu,
  // In the third person: "The postholder will teach", "El abogado llevará asuntos", "O profissional será responsável por".
  /^(?:the|el|la|o|a|der|die) (?:\p{L}+ ){1,3}(?:will|would) (?!have|hold|be (?:an? |able|qualified|registered|fluent)|need|bring|possess|know|ideally)/iu,
  /^(?:el|la|o|a) (?:\p{L}+ ){1,3}(?!(?:ten|deb|dever|contar|poseer|possuir|precisar|disp|sab|conoc|dominar|falar|hablar|ser[áã] (?:un|valor|necesari|imprescind|obrig|preciso)))\p{L}+(?:ará|erá|irá)(?:n|o)? /iu,
  /^(?:terá|tendrá|tendrás|terás) (?:a|como|por) (?:seu|su|tu|teu|cargo|misión|missão|objet|função)/iu,
  /^(?:duties|tasks|responsibilities|zu (?:ihren|deinen) aufgaben|tus tareas|las tareas|as tarefas|as funções|las funciones) /iu,
  /^wer (?:bei uns )?anfängt/iu,
  /^(?:você |tu )?(?:vais|vai|irás|irá|vas a|va a) \p{L}+(?:ar|er|ir)/iu,
  /^(?!(?:deb|dev|pod|ten|contar|sab|conoc|conhec|ser))\p{L}+(?:arás|erás|irás|ará|erá|irá) (?!que|de tener)/iu,
  /^(?:el trabajo|o trabalho|the post|the role|the job|a pessoa vai|die stelle|in dieser position) (?!calls|requires|requiere|exige|requer|erfordert|suits|would suit|needs|demands|asks)/iu,
];

export function tellsOfDuty(text: string): boolean {
  const said = text.trim();
  if (english.test(said) || gerund.test(said) || german.test(said) || goal.test(said)) return true;
  return isAddressed(said) || (romance.test(said) && !notVerbs.test(said));
}

/** The same of a sentence, which may open with any verb. */
export const isAddressed = (sentence: string): boolean => addressed.some((form) => form.test(sentence.trim()));
