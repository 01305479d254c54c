/**
 * How a requirement begins that stands in a row with others: "a degree in law, two years in practice and fluent Spanish". The
 * words are those of what one can have, know or be; "Python, Go and Rust" or "recherche und Sprache" begin with none of them.
 */
import { cueWords } from '../../../domain/cues/cue-words.js';

/** Nouns of what people bring, by their last part in German. */
const english = `experience|knowledge|understanding|degree|diploma|doctorate|phd|mba|msc|bsc|nvq|qualifications?|licen[cs]es?|
certificat\\w+|certifications?|registration|membership|accreditation|skills?|ability|fluency|command|familiarity|willingness|
flexibility|background|record|attention|eye|attitude|passion|interest|commitment|clearance|check|card|tickets?|permit|visa|right to|
references|years?|months|training|apprenticeship|portfolio|confidence|patience|stamina|competen\\w+|proficiency|exposure|grasp|manner|
sense of|head for|head in|strength|readiness|practice|use of|handling|appreciation|awareness|insight|aptitude|capacity|talent|flair|dedication|discretion|integrity|resilience|empathy|initiative|motivation|drive|
organi[sz]ation(?:al)?|numeracy|literacy|leadership|teamwork|a-levels?|gcses?|vehicle|car|smartphone|laptop|residence|fitness|health|immunisation|vaccination|vetting|insurance|indemnity|eligibility|enthusiasm|english|german|french|spanish|portuguese|italian|dutch|arabic|mandarin|welsh|polish`;
const german = `[\\p{L}-]*(?:erfahrung(?:en)?|kenntnisse?n?|kenntnis|ausbildung|studium|abschluss|schein|bereitschaft|fähigkeit(?:en)?|vermögen|geschick|
denken|arbeiten|arbeitsweise|wissen|können|fitness|gesundheit|eignung|befähigung|berechtigung|anerkennung|lizenz|diplom|bachelor|master|promotion|abitur|reife|lehre|meister|techniker|titel|mitgliedschaft|impfung|immunität|erlaubnis|visum|wohnsitz|ausweis|pass|karte|führung|talent|organisation|disziplin|diskretion|loyalität|empathie|einfühlungsvermögen|geduld|humor|neugier|mut|lernbereitschaft|mobilität|grundlagen|affinität|begeisterung|beherrschung|anwendung|nutzung|teilnahme|mitwirkung|kompetenz(?:en)?|sicherheit|freude|interesse|umgang|verständnis|englisch|deutsch|zertifikat|zulassung|approbation|
examen|examina|qualifikation|weiterbildung|fortbildung|belastbarkeit|zuverlässigkeit|flexibilität|motivation|engagement|auftreten|stärke|fahrerkarte|
nachweis|jahre?|leidenschaft|gespür|orientierung|praxis|brief|geist|sorgfalt|volontariat|führungszeugnis|fahrerlaubnis)|
spaß an|lust auf|herz für|händchen für|routine|pkw|französisch|spanisch|italienisch|polnisch`;
const spanish = `experiencia|conocimientos?|dominio|manejo|nivel|titulación|título|grado en|formación|licencia|licenciatura|carn[eé]|permiso|
disponibilidad|capacidad(?:es)?|habilidad(?:es)?|interés|vocación|soltura|inglés|alemán|francés|español|catalán|euskera|gallego|valenciano|
portugués|italiano|máster|certificad[oa]s?|años|residencia|vehículo|curso|estudios|referencias|presencia|don de gentes|ganas|orientación|flexibilidad|
tarjeta|inscripción|práctica|uso|destreza|aptitud(?:es)?|autonomía|compromiso|discreción|empatía|paciencia|puntualidad|liderazgo|motivación|organización|trato|pasión|sensibilidad|resistencia|salud|ausencia|domicilio|coche|carta|acreditación|homologación|habilitación|diplomatura|doctorado|graduado|alta en|registro|nociones|fluidez|competencias?|perfil|visado|documentación|colegiación|fp|bachillerato|responsabilidad|iniciativa|mayor de edad|colegiad[oa]`;
const portuguese = `experiência|vivência|conhecimentos?|domínio|nível|formação|licenciatura|graduação|pós-graduação|bacharelado|mestrado|carta|cnh|
disponibilidade|capacidade|habilidades?|facilidade|fluência|inglês|espanhol|alemão|francês|italiano|certificação|anos|meses|cédula|inscrição|registo|registro|
curso|prática|uso|destreza|aptidão|autonomia|compromisso|discrição|empatia|paciência|pontualidade|liderança|motivação|trato|paixão|sensibilidade|resistência|saúde|ausência|morada|carro|automóvel|acreditação|homologação|habilitaç(?:ão|ões)|licença|doutoramento|doutorado|referências|competências?|perfil|visto|documentação|cadastro|idoneidade|assiduidade|iniciativa|espírito|manejo|utilização|ensino|escolaridade|sentido|gosto|viatura|residência|noções|familiaridade|port[e]?fólio|organização|proatividade|cartão|autonomia|apresentação|
bom relacionamento|superior completo|responsabilidade|vontade|interesse|flexibilidade`;

const nouns = [english, german, spanish, portuguese].map((list) => list.replace(/\n/g, '')).join('|');
const little =
  'of|in|with|to|for|on|at|by|from|de|del|da|do|em|na|en|con|com|para|mit|im|von|für|auf|zu|and|und|y|e|or|oder|ou';
/** "a", "good", "at least two": what may stand before the noun, but nothing that binds it to what stands before. */
const before = `(?:o )?(?:(?!(?:${little}|o|u) )[\\p{L}\\p{N}+'’./-]+ ){0,4}`;
const nounFirst = new RegExp(`^${before}(?:${nouns})(?![\\p{L}])`, 'iu');

/** What a person is, said of a person. */
const adjectives = cueWords([
  '^(?:also |be |both )?(?:able|willing|happy|comfortable|confident|fluent|proficient|familiar|experienced|qualified|registered|eligible|prepared|ready|competent|skilled|flexible|reliable|punctual|patient|organi[sz]ed|literate|physically|used) ?(?:to|with|in|at|as|for|fit)?',
  '^(?:sicher|bereit|vertraut|geübt|versiert|erfahren|belastbar|zuverlässig|flexibel|teamfähig|motiviert)(?: (?:im|in|mit|zu|bei))?',
]);

const verbs = cueWords([
  '^(?:as|so) (?:would|is|are|was|will)|^to (?:have|be|hold|know|speak|bring|show)',
  "^(?:that |who |and |also |but )?(?:you |they |he or she )?(?:have|has|hold|holds|know|knows|can|speak|speaks|bring|brings|feel|understand|enjoy|possess|possesses|will (?:have|be|hold|need|know)|must|should|are|is|be (?:an? |able|willing|at least|over)|want to|need to|you(?:[’']ve|[’']re|[’']ll (?:have|know|need|be|bring)| have| are| can| know| hold| speak| enjoy| should))",
  '^(?:sie |du |wer )?(?:haben|hast|sind|bist|bringen|bringst|verfügen|verfügst|sprechen|sprichst|kennen|kennst|können|kannst|besitzen|besitzt|fühlen|fühlst|beherrschen|beherrschst|wissen|weißt|sollten|solltest|müssen|musst|mögen|magst|lieben|liebst|brennen|brennst|möchten|möchtest)',
  '^(?:que |además |también |si )?(?:no )?(?:te |le )?(?:tiene|lleva|sabe|habla|ha|cuenta|conoce|domina|posee|maneja|disfruta|puede|quiere|entiende|dispone|tenga|lleve|sepa|hable|haya|cuente|conozca|domine|posea|maneje|disfrute|pueda|quiera|entienda|disponga|guste|gusta|sea)s?',
  '^(?:tener|ser|estar|poseer|saber|conocer|hablar|residir|disponer|contar|haber|acreditar|aportar|manejar|dominar|vivir)',
  '^(?:que |também |se )?(?:já |você |não )?(?:se |te )?(?:tem|tens|tenhas?|sabes?|saibas?|falas?|fales?|és|sejas?|possuis?|possuas?|dominas?|domines?|conheces?|conheças?|gostas?|gostes?|entendes?|entendas?|consegues?|consigas?|podes?|possas?|queres|quer|sentes?|sintas?|já \\p{L}+|conduziu)',
  '^(?:ter|ser|possuir|estar|saber|dominar|conhecer|falar|residir|morar|apresentar|dispor|haver|gostar|comprovar|cumprir|viver)',
]);
/** "… und behalten auch dann den Überblick", "… und arbeitest gern draußen": a verb, since no noun follows it. */
const germanVerb = /^(?!eine[nmrs]?\b|einen\b|den\b)\p{Ll}{3,}(?:st|en|ern|eln) \p{Ll}/u;

export const opensWithVerb = (said: string): boolean => verbs.test(said) || germanVerb.test(said);
export const opensWithNoun = (said: string): boolean => nounFirst.test(said) || adjectives.test(said);
export const opensRequirement = (said: string): boolean => opensWithNoun(said) || opensWithVerb(said);
