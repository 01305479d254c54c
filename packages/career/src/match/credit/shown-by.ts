/**
 * What nobody writes of themselves, and shows by what they did: who served guests deals with customers, and who worked nights
 * works shifts. By concept of the vocabulary: other concepts, and words of four languages (folded), either of which shows it.
 * What no work can show, such as punctuality, is not here: it stays missing unless somebody says it.
 */
export interface ShownBy {
  readonly concepts: readonly string[];
  readonly words: readonly string[];
}

const listed = (concepts: string, words: string): ShownBy => ({
  concepts: concepts
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean),
  words: words.split(/\s+/).filter(Boolean),
});

const customers =
  'customers clients guests shoppers passengers visitors tenants residents public counter kunden kundenberatung gaste burger besucher mieter fahrgaste mandanten theke bedientheke clientes huespedes comensales ciudadano publico usuarios visitantes pasajeros hospedes utentes municipes passageiros recepcion recepcao reception';
const people =
  'patients pupils students parents families patienten eltern schuler klienten angehorige pacientes alumnos padres familias doentes alunos pais';

export const shownBy: Readonly<Record<string, ShownBy>> = {
  teamwork: listed(
    'people management, mentoring, training of staff',
    'team teams colleagues crew multidisciplinary interdisciplinary multi-agency kollegen interdisziplinar interdisziplinaren kolonne equipo equipos companeros multidisciplinar equipa equipas equipe equipes colegas',
  ),
  'customer service': listed('sales, cash handling, complaint handling', customers),
  'customer orientation': listed('customer service, sales', `${customers} ${people}`),
  'communication skills': listed(
    'customer service, presentation skills, training of staff, people management, mentoring',
    `${customers} ${people} negotiated verhandlungen negociacion negociacao`,
  ),
  'shift work': listed('', 'night nights nacht nachte noche noches nocturno nocturna noite noturno noturna rota'),
  'on-call duty': listed('', 'out-of-hours rota rufbereitschaft notdienst guardia guardias piquete plantao plantoes'),
  resilience: listed(
    'emergency care, intensive care, on-call duty, child protection',
    'emergencies breakdowns notfalle rufbereitschaft inobhutnahmen urgencias emergencias urgencia plantao',
  ),
  documentation: listed(
    '',
    'reports records berichte protokolle gutachten stellungnahmen informes actas relatorios atas',
  ),
  'conflict resolution': listed('complaint handling', 'de-escalation deeskalation incidencias reclamaciones quejas'),
};
