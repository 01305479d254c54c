/**
 * Words that say no more than that something is done, used or dealt with, in four languages. Who asks for "replacement of
 * clutches" is shown it by "clutches"; who asks for the design of kitchens is not shown it by kitchens, so verbs that name a
 * craft of their own are not here.
 */
const words = `
processing operation operations operating operate procedures procedure systems system tools tool activities activity
services service control controlling monitoring administration reporting standards methods principles processes process
regulations guidelines equipment machinery machines projects documents documentation duties environment programs programmes
packages applications materials products training exposure dealing deal deals replacement replacing
replace changing carrying delivering deliver delivery providing provision producing securing ensuring maintaining
maintain organising organizing coordinating coordination coordinate managing management manage analysis analysing
planning plan checking reviewing review assessing assessment investigation investigating completing involvement
participation participate participating contributing understanding awareness appreciation interest commitment issues matters
supplies staff families clients customers colleagues users success production
kunden mitarbeitenden mitarbeitende mitarbeiter mitarbeitern kolleginnen familien personal clientes familias empleados usuarios colaboradores
ejercicio toma labor labores nociones nocoes proyectos projetos projekte projekten legislacion legislacao behandlung storungsbilder krankheitsbilder anwenden cuidados cuidado care clinics
related area issue cases scoring calls responding response follow-up relevant
anwendung pflege betreuung kontrolle uberwachung bedienung bedienen einsatz montage einrichtung einrichten abwicklung abwickeln
wickeln prufung prufen systeme systemen verfahren analyse analysen management verwaltung verwalten organisation organisieren
koordination koordinieren planung planen schreiben produkten produkte steuerung teilnahme mitarbeit mitwirkung begleitung begleiten unterstutzung
unterstutzen beherrschung beherrschen interesse annahme aufnahme wartung austausch weiterbildung weiterbildungen fortbildung fortbildungen lehrgang kurs anleitung anleiten themenfeld fragen fragestellungen
angelegenheiten gerate geraten maschinen anlage anlagen arbeiten methoden prozesse prozessen ablaufe
montaje tratamiento seguimiento control mantenimiento atencion aplicacion aplicar sistemas sistema programas programa herramientas
herramienta tareas instalacion gestion gestionar sustitucion sustituir cambio analisis analizar investigacion
revision revisar coordinacion coordinar organizacion organizar planificacion participacion participar vivencia trato
tramitacion tramitar equipos equipo maquinas procesos proceso metodos tecnicas temas asuntos casos interes colaboracion
procedimientos actividades servicios redaccion resolucion
utilizacao utilizar aplicacao aplicar acompanhamento acompanhar tratamento tratar controlo controle manutencao atendimento
sistemas sistema ferramentas ferramenta instalacao montagem gestao gerir gerenciar gerenciamento substituicao troca analise
analisar investigacao revisao coordenacao coordenar organizacao organizar planejamento planeamento participacao participar
ministrar realizar vivencia atuacao equipamentos maquinas processos processo metodos tecnicas assuntos casos interesse
curso cursos certificado certificados current valid valido valida vigente vigentes gultig gultige gultiger gultigen aktuelle aktueller aktuellen atualizado atualizada actualizado actualizada driving
fach facher faches fachern subject subjects asignatura asignaturas normativa normativas vorschrift vorschriften richtlinien deadline deadlines fristen plazos prazos
transactions transacciones transacoes guest guests visitors submitting submit forms form formulare formularen formularios presentar einreichen redacao elaboracao escrita institucional institucionais local locais locales colaboracao procedimentos atividades servicos apoio aplicavel
`;

/** The other number of a word, as the four languages form it; what is no word of theirs stands in no text. */
function otherNumber(word: string): string[] {
  if (word.length < fewestLetters) return [];
  if (/ciones$/.test(word)) return [word.replace(/ciones$/, 'cion')];
  if (/coes$/.test(word)) return [word.replace(/coes$/, 'cao')];
  if (/cion$/.test(word)) return [`${word}es`];
  if (/cao$/.test(word)) return [word.replace(/cao$/, 'coes')];
  if (/ung$/.test(word)) return [`${word}en`];
  return /[^s]s$/.test(word) ? [word.slice(0, -1)] : /[aeo]$/.test(word) ? [`${word}s`] : [];
}

const fewestLetters = 5;

export const lightWords: ReadonlySet<string> = new Set(
  words.split(/\s+/).flatMap((word) => (word === '' ? [] : [word, ...otherNumber(word)])),
);

/** Nouns and verbs of doing, by their endings in four languages. */
const doing = /(?:\p{L}{3}ing|\p{L}{4}ung|\p{L}{3}(?:cion|cao|miento|mento)|\p{L}{3}[aei]r)$/u;
/** To lead, design, develop, build, teach, sell or translate a thing is another matter than to work with it. */
const crafts =
  /^(?:leit|fuhr|gestalt|entwickl|entwerf|lehr|unterricht|schul|ausbild|beratung|forsch|ubersetz|programmier|konstru|lead|direct|design|develop|teach|train|sell|research|translat|program|engineer|manufactur|weld|direcc|dire[cç]|lider|dise|desarroll|desenvolv|formac|ensin|ensen|vend|venta|traduc|construc|fabricac|investiga|pesquis|projet|proyect|soldad|auditor|certific|educac|rehabilit|reabilit)/u;

/** "Criação de identidades", "building data pipelines": that something is done with what is named beside it. */
export const isMereDoing = (word: string): boolean => doing.test(word) && !crafts.test(word);
