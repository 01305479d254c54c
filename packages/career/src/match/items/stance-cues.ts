/** The words by which texts of four languages deny, take back or only wish, each kind with the reach it has. */

const cue = (parts: readonly string[]) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join('|')})(?![\\p{L}])`, 'giu');

/** Signs that no other of the four languages has. */
const portuguese =
  '(?:[ãõçêâô]|\\p{L}{3}(?:mentos?|agem|éis|eis|óis)(?!\\p{L})|(?<!\\p{L})\\p{L}{3,}ei(?!\\p{L})|\\p{L}{2}(?:nh|lh)[aeo]|(?<!\\p{L})(?:registr?o|em|ao|da|dos|das|uma|com|pelo|pela|dia a dia|há|só|também|até)(?!\\p{L}))';

/** Everything after it, up to the end of the clause, is not so. */
export const denies = cue([
  // Portuguese says "no" where others say "in the": "registro no ministério".
  `(?<!${portuguese}.*)no(?! (?:less|more|fewer|later|criminal|sponsorship|visa|points|problem|menos|mas|más|solo|sólo|mínimo)\\b|\\.)(?!.*${portuguese})`,
  'not(?! (?:only|limited|just|less))',
  'never',
  'without(?! (?:gluten|sugar|lactose|supervision|restriction|help|being|difficulty|issue))',
  'lack(?:s|ing)?(?: of)?',
  'nor',
  "(?:do|did|have|has|had|can|could|am|is|are|was|were)n[’']t",
  'cannot',
  'yet to',
  '(?:except|apart from|other than|excluding)(?: for)?',
  '(?:assistant|secretary) to',
  '(?:reporting|reported|reports) to(?= (?:the |a |our )?(?:\\p{L}+ ){0,2}(?:manager|director|head|lead|ceo|cfo|cto|partner|owner|board|chef|supervisor|officer|president))',
  'abgesehen von|außer(?!dem|halb)|ausgenommen',
  '(?:excepto|salvo|exceto|menos) (?=\\p{L})',
  'kein(?:e|en|er|em|es)?',
  'nicht(?! nur)',
  'noch nie',
  'nie(?:mals)?',
  'ohne(?! (?:gluten|zucker|laktose|aufsicht|anleitung|weiteres|probleme|einträge|mühe))',
  'nunca',
  'jamás',
  'ningun[oa]?|ningún',
  'sin(?! (?:gluten|azúcar|lactosa|supervisión|limitación|dificultad|ayuda|problemas?))',
  'carezco de',
  'não(?! (?:só|apenas|somente))',
  'nao(?! (?:so|apenas|somente))',
  'jamais',
  'nenhum(?:a)?',
  'sem(?! (?:glúten|gluten|açúcar|lactose|supervisão|restrições|dificuldade))',
  '(?<=[:–—(-] ?)(?:nada|none|nil|nein|no)(?=\\s*(?:$|[.,;)]))',
]);

/** Everything before it in the clause is not asked for. */
export const waives = cue([
  '(?:is|are) not (?:required|necessary|needed|essential|a requirement|expected)',
  'not (?:required|necessary|needed)',
  'nicht (?:erforderlich|notwendig|nötig|vorausgesetzt)',
  'kein muss',
  'no (?:es|son|se) (?:necesari[oa]s?|requier[ea]n?|requiere|imprescindibles?|obligatori[oa]s?)',
  'não (?:é|são) (?:necessári[oa]s?|obrigatóri[oa]s?|exigid[oa]s?)',
]);

/** The paper is not in force any more, whatever stands on either side of it in the clause. */
export const lapsed = cue([
  '(?<!(?:not|never|un)[ -])(?:expired|lapsed|revoked|withdrawn|suspended)',
  'lost (?:my|his|her|the) licen[cs]e',
  '(?<!nicht )(?:abgelaufen\\p{L}*|entzogen\\p{L}*|verloren|erloschen\\p{L}*|ungültig\\p{L}*)',
  '(?:noch nicht|not yet|aún no|todavía no|ainda não)(?: (?:gemacht|abgeschlossen|vorhanden|erworben|absolviert|done|taken|obtained|held|hecho|obtenido|sacado|feito|tirado|obtido|concluíd[oa]))?(?=\\s*(?:$|[.,;!)]))',
  '(?<=[:–—-] ?)(?:nein|none|no|keine?r?|não|ninguno|nenhum)(?=\\s*$)',
  '(?:deixei|dejé|deixou|dejó) (?:caducar|vencer|expirar)|verfallen lassen|let (?:it |them |that )?(?:lapse|expire)',
  'still to (?:do|take|pass|sit|complete|come)',
  '(?:ausgelaufen|ran out|run out|taken away|zurückgegeben|weggenommen|no longer|nicht mehr|ya no|já não|ex-)',
  '(?:beantragt|in planung|in vorbereitung|in bearbeitung|pending|halfway through|part-qualified|en trámite|em tramitação|marcad[oa] para|thinking (?:about|of)|considering|überlege|(?:me )?faltan?(?=.{0,30}(?:asignaturas?|créditos|módulos?|exámen|tfg|tfm|prácticas))|faltam?(?=.{0,30}(?:cadeiras?|disciplinas?|créditos|módulos?|exames?))|tranquei|fehl(?:t|en) (?:mir )?noch|still (?:need|missing))',
  '(?:nein danke|test(?:zugang|version|lizenz)|probe(?:version|monat)|free trial|trial (?:version|account)|versión de prueba|versão de teste|by name only|(?:rein|an)geschaut|webinar|tutorial|vi em|lo vi|(?:leave|left) \\p{L}+ to)',
  '(?:für (?:20\\d\\d|das? nächste\\p{L}*|nächste\\p{L}*|(?:das )?frühjahr|(?:den )?(?:sommer|herbst|winter))(?: \\p{L}+)? (?:geplant|vorgesehen|angesetzt)|(?:planned|booked|scheduled) for (?:20\\d\\d|next|spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december)|prevista? para (?:20\\d\\d|el|este|o)|ist (?:geplant|vorgesehen)(?=\\s*(?:$|[.,;])))',
  '(?:(?:course|training|exam) (?:starts|begins|is due|takes place)|(?:kurs|lehrgang|prüfung|schulung) (?:beginnt|startet|folgt)|(?:curso|examen|formación|formação|exame) (?:empieza|comienza|começa|inicia))',
  '(?:on (?:my|the) (?:wish|to-do) list|not (?:my thing|for me)|no es lo mío|nicht mein ding|não é (?:comigo|para mim))',
  '(?:candidatura (?:entregue|submetida|apresentada)|application (?:submitted|pending|sent)|awaiting (?:the )?(?:board|result|decision)|solicitud presentada|steht noch aus|ausstehend|nada (?:de )?profi[sc]+ional|nothing professional|nichts berufliches)',
  '(?:(?:have |has )?forgotten|(?:wieder )?vergessen|olvidad[oa]|esqueci|(?:only |just )?(?:at|from) (?:school|college|university|uni)(?= only|\\s*(?:$|[.,;])) ?(?:only)?|(?:nur )?(?:aus|in) der (?:berufs)?schule(?=\\s*(?:$|[.,;]))|na faculdade|en la (?:carrera|facultad)(?=\\s*(?:$|[.,;])))',
  '(?:abandoned|dropped out|failed(?= (?:twice|it|the exam|the test)|$)|gave up|turned down|rejected|abgebrochen|aufgegeben|durchgefallen|nicht (?:bestanden|abgelegt)|abgelehnt|abandonad[oa]|recusad[oa]|rechazad[oa]|reprovad[oa]|trancad[oa]|dejé|desisti)',
  '(?<!no )(?:caducad[oa]s?|vencid[oa]s?|retirad[oa]s?|revocad[oa]s?|expirad[oa]s?|revogad[oa]s?|suspens[oa]s?|cassad[oa]s?)',
]);

/** "Alemán ninguno", "Spanisch keine": said of the item right before it, and of nothing else in the list. */
export const hasNone = cue([
  '(?<=\\p{L} )(?:ningun[oa]|nenhuma?|keine?s?|none|nil|nada|gar nicht)(?=\\s*(?:$|[.,;)]))',
]);

/** Everything after it is wanted, begun or heard of, and not yet had. */
export const wishes = cue([
  '(?:looked (?:at|into)|dabbled in|shadowed|worked alongside|attended an? (?:introductory )?(?:talk|lecture|demo)|only (?:know|at home|privately|as a hobby|from|in theory|the basics)|hope(?:s)? to|kein interesse)',
  '(?:reizt mich|(?:kenne|kennt) (?:ich )?(?:nur |bisher )?(?:aus|vom|von)|(?:steckt|steht) (?:bei uns |bei mir )?noch in den (?:anfängen|kinderschuhen)|nur (?:aus|als|beim|zum|zur|von|in|auf|am rande|privat|zu hause|theoretisch|oberflächlich|vom)|lediglich|vom hörensagen|schnupper\\p{L}*)',
  '(?:me apunté|s[oó]l[oa] (?:nociones|teoría|de|como|en)|de oídas|me interesa|pendiente de)',
  '(?:(?:apenas|só) (?:noções|teoria|o básico|de|como|em|na|no)|tenho interesse|estou a (?:fazer|tirar|estudar)|em formação)',
  'want(?:s|ed|ing)? to',
  'willing to (?:learn|obtain|acquire|get|take|do|gain)',
  'bereit(?:schaft)?,? (?:zu[rm]? (?:erwerb|ausbildung|lernen)|[\\p{L} ]{0,30} zu (?:erwerben|machen|lernen))',
  'dispuest[oa] a (?:aprender|obtener|sacar)|dispost[oa] a (?:aprender|tirar|obter)',
  'wish(?:es|ing)? to',
  'would (?:like|love) to',
  '(?:eager|keen|hoping|hope|aspiring|aiming|planning|plan|looking|excited) to',
  'interest(?:ed)? in',
  'aspiring',
  '(?:currently|now|am|just started|started|still) (?:learning|studying)',
  'learning the basics of',
  // At the head of a sentence: elsewhere machines and people with disabilities are spoken of.
  '(?<=^|[.;!?]\\s)learning(?! (?:disab|difficult|support|and|outcome|environment|need|resource|material|platform|management|development))',
  'studying (?:for|towards)',
  'preparing for',
  'working towards',
  '(?:heard|read|watched [\\p{L} ]{0,20}videos?) (?:of|about|on)',
  'in progress',
  '(?:have |has )?applied (?:for|to)(?= (?:the|a|an|my)\\b)',
  '(?:booked|enrolled|signed up) (?:on|onto|for|in)(?= (?:the|a|an|my)\\b)',
  'due to (?:start|take|sit|complete)',
  'angemeldet (?:für|zu[mr]?)',
  'matriculad[oa] en|apuntad[oa] (?:a|al)',
  'inscrit[oa] (?:na|no|em|en)(?= (?:el |la |una? )?(?:oficina|curso|formaç|formaci|m[áa]ster|mestrado|examen?|prova|prueba|pós))',
  // Whoever has seen a thing has not worked with it.
  '(?:only|just|have|has) seen|seen (?=\\p{L}+ (?:demonstrated|in use|at work))|s[óo]lo (?:he |lo he )?(?:visto|vi)|he visto(?= una? )|(?:só|apenas) vi|nur (?:gesehen|zugesehen)|bisher nur',
  // Dreams and plans.
  '(?:dream(?:s|ing)? (?:of|about)|would (?:enjoy|welcome|appreciate)|aspires? to|aim(?:s)? to|intend(?:s)? to|looking forward to|(?:my|the) (?:goal|aim|dream|ambition) is|next step(?: is|:)|long[- ]term goal|open to|curious about|fascinated by)',
  '(?:träume (?:von|davon)|strebe|beabsichtige|mein (?:ziel|traum|wunsch) ist|wünsche mir|hätte (?:gern|lust|interesse)|würde (?:mich|ich) (?:gern|freuen)|will (?:künftig|später|bald)|neugierig auf|reizen würde)',
  '(?:sueño con|mi (?:sueño|objetivo|meta) es|aspiro a|me encantaría|desearía|pienso (?:sacar|hacer|estudiar|aprender)|(?:tengo|está) previst[oa]|planeo|espero (?:poder|aprender|trabajar|formarme)|tengo (?:ganas|intención) de|con ilusión por)',
  '(?:sonho(?= (?:em|com|trabalhar|ser|um dia|poder|fazer))|(?:o )?meu (?:sonho|objetivo|objectivo) é|ambiciono|almejo|tenciono|planejo|planeio (?:fazer|tirar|aprender)|adoraria|espero (?:poder|aprender|vir a|trabalhar)|tenho (?:vontade|intenção) de|vou (?:fazer|tirar|começar))',
  'gostava de',
  'möchte',
  'würde gern(?:e)?',
  'interess(?:e|iere mich|iert) (?:an|für)',
  'lerne (?:gerade|derzeit|zurzeit|aktuell)',
  'plane',
  'will(?= [\\p{L}\\d ]*lernen)',
  'quiero',
  'quisiera',
  'me gustaría',
  'interesad[oa] en',
  'preinscrit[oa] en',
  'interés (?:en|por)',
  '(?:estoy )?aprendiendo',
  'actualmente estudi[oa]',
  'deseo aprender',
  'con ganas de',
  'quero',
  'gostaria',
  'interess(?:e|ad[oa]) (?:em|por)',
  'aprendendo',
  'a aprender',
  'pretendo',
  'desejo aprender',
]);

/** Most texts hold no such word: one quick look spares three slow ones. */
export const mayTell =
  /dream|intend|goal|ambition|next step|open to|curious|fascinat|träum|streb|beabsicht|ziel|traum|wunsch|wünsch|hätte|künftig|später|neugierig|sueño|objetiv|meta|aspiro|encantar|desear|pienso|previst|planeo|espero|intenci|ilusión|sonho|objectiv|ambicion|almejo|tencion|planej|planei|adoraria|vontade|vou |geplant|vorgesehen|angesetzt|scheduled|booked|willing|bereit|dispuest|dispost|starts|begins|takes place|beginnt|startet|folgt|empieza|comienza|começa|inicia|no|n['’]t|expired|lapsed|revoked|withdrawn|suspended|lost|abgelaufen|entzogen|verloren|erloschen|ungültig|caducad|vencid|retirad|revocad|expirad|revogad|suspens|cassad|except|apart|other than|excluding|assist|secret|report|abgesehen|außer|ausgenommen|salvo|menos|exceto|never|without|lack|cannot|yet|kein|nicht|nie|ohne|nunca|jam|ning|sin|carezco|não|nao|nenhum|sem|want|wish|would|eager|keen|hop|aspir|aim|plan|look|excited|interest|learn|stud|prepar|toward|heard|read|watched|progress|möchte|würde|interess|lern|quiero|quisiera|gusta|aprend|deseo|ganas|quero|gosta|pretend|desejo|applied (?:for|to)|booked on|enrolled|signed up|due to|angemeldet|matriculad|apuntad|aún|todavía|ainda|nada|nil|nein|abandon|drop|gave up|turned|reject|abgebr|aufgeg|durchgef|abgelehnt|recus|rechaz|reprov|tranc|dejé|desist|dabbl|shadow|alongside|attend|only|nur |lediglich|hörensag|schnupper|apunt|sol[oa] |oídas|pendiente|apenas|estou a|em forma|ausgel|ran out|run out|taken away|zurückg|weggen|longer|mehr|ya no|ex-|beantragt|in planung|in vorb|in bearb|pending|halfway|part-q|trámit|tramit|marcad|thinking|consider|überleg|falt|by name|geschaut|webinar|tutorial|vi em|lo vi|leave|left|inscrit|seen|visto|só vi|bisher|fehl|still|failed|tranq|reizt|kenn|anfängen|kinderschuh|nein danke|test|probe|trial|prueba|wish|my thing|for me|lo mío|mein ding|não é|candidatura|application|awaiting|solicitud|aus|profi|forgotten|vergessen|olvidad|esqueci|school|college|uni|schule|faculdade|carrera|facultad|nil|none|nada|nenhum|preinscri|deix|dej[éó]|verfall|lapse|expire/i;
