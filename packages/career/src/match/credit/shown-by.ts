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

const trades =
  'construction, bricklaying, roofing, concreting, scaffolding, carpentry, plastering, road construction, paving, demolition';
const machines =
  'industrial mechanics, mechatronics, vehicle mechanics, machining, cnc milling, cnc turning, electrical installation, plc, hvac, plumbing, wind turbines, aircraft maintenance';
const helping =
  'nursing, elderly care, counselling, social work, childcare, palliative care, disability support, midwifery, psychology';

/** As ESCO counts them among what an occupation cannot do without. */
export const shownBy: Readonly<Record<string, ShownBy>> = {
  teamwork: listed(
    'people management, mentoring, training of staff',
    'team teams colleagues crew multidisciplinary interdisciplinary multi-agency kollegen interdisziplinar interdisziplinaren kolonne equipo equipos companeros multidisciplinar equipa equipas equipe equipes colegas',
  ),
  'customer service': listed('sales, cash handling, complaint handling, waiting tables, hotel reception', customers),
  'customer orientation': listed('customer service, sales', `${customers} ${people}`),
  'communication skills': listed(
    'customer service, presentation skills, training of staff, people management, mentoring, teaching',
    `${customers} ${people} negotiated verhandlungen negociacion negociacao`,
  ),
  'telephone manner': listed(
    'call centre work, reception work, hotel reception',
    'telephone telefonisch telefon telefonica',
  ),
  'presentation skills': listed('teaching, training of staff', 'talks vortrage charlas palestras'),
  empathy: listed(helping, ''),
  resilience: listed(
    'emergency care, intensive care, on-call duty',
    'emergencies breakdowns notfalle rufbereitschaft inobhutnahmen urgencias emergencias urgencia plantao',
  ),
  flexibility: listed('shift work, on-call duty, weekend work, three-shift work', ''),
  'organisational skills': listed(
    'project management, event management, rota planning, appointment scheduling, people management',
    '',
  ),
  'problem solving': listed('fault finding, root cause analysis', ''),
  'independent working': listed('', 'self-employed freelance freiberuflich eigenverantwortlich autonomo freelancer'),
  'conflict resolution': listed('complaint handling', 'de-escalation deeskalation incidencias reclamaciones quejas'),
  'shift work': listed(
    'three-shift work, night audit',
    'night nights nacht nachte noche noches nocturno nocturna noite noturno noturna rota',
  ),
  'weekend work': listed(
    'public holiday work',
    'saturday saturdays sunday sundays samstags sonntags samstage sabado sabados domingo domingos',
  ),
  'public holiday work': listed('', 'christmas navidad weihnachten natal feiertage'),
  'night work': listed('night audit', 'night nights nacht nachte nachts noche noches noite noites guardias'),
  'on-call duty': listed('', 'out-of-hours rota rufbereitschaft notdienst guardia guardias piquete plantao plantoes'),
  'physical fitness': listed(
    `${trades}, fire fighting, police work, warehouse work, removals, agriculture, forestry, gardening, order picking, milking, livestock`,
    '',
  ),
  'first aid': listed('paramedic, nursing, emergency care, advanced life support, life support', ''),
  'outdoor work': listed('gardening, forestry, agriculture, road construction, roofing, tree work', ''),
  'working at heights': listed('roofing, scaffolding, tree work, wind turbines, tower cranes', ''),
  'technical understanding': listed(machines, ''),
  'manual dexterity': listed(`${machines}, carpentry, sewing, watchmaking, hairdressing, goldsmithing`, ''),
  construction: listed(`${trades}, site management, crane operation, excavator operation, painting and decorating`, ''),
  'production environment': listed(
    'machining, welding, assembly work, industrial mechanics, injection moulding, bottling, food production, cnc milling, cnc turning',
    '',
  ),
  'acute care': listed('intensive care, emergency care, stroke care', ''),
  'patient care': listed('nursing, elderly care, midwifery, paramedic, physiotherapy, medical assistant', ''),
  'health care': listed(
    'nursing, medicine, midwifery, physiotherapy, pharmacy, paramedic, elderly care, medical assistant, dentistry, radiology, speech therapy, occupational therapy',
    '',
  ),
  'vital signs': listed('nursing, paramedic, intensive care', ''),
  'classroom management': listed('teaching', ''),
  'parent work': listed(
    '',
    'parents parent eltern elternberatung elterngesprache elternabende padres familias pais families',
  ),
  "children's activities": listed('childcare, primary education', ''),
  hospitality: listed('waiting tables, hotel reception, bartending, housekeeping, cooking', ''),
  'hotel industry': listed('hotel reception, housekeeping', 'hotel hotels'),
  'public administration': listed(
    'citizen services',
    'stadt landkreis gemeinde stadtverwaltung kreisverwaltung landratsamt finanzamt katasteramt jugendamt ordnungsamt standesamt ministerium behorde council ministry ayuntamiento diputacion junta ministerio prefeitura camara municipio',
  ),
  retail: listed('optics retail, merchandising', 'shop store laden einzelhandel tienda loja'),
  logistics: listed('warehouse work, freight forwarding, truck driving, order picking, route planning', ''),
  'load securing': listed('truck driving, articulated lorries', ''),
  'cash handling': listed('', 'till kasse kassenabschluss caja cobro cobros caixa'),
  'goods ordering': listed('', 'ordering orders bestellung bestellungen warenbestellung pedidos encomendas'),
  'inventory management': listed('stocktaking', 'stock stocks bestande existencias estoque'),
  stocktaking: listed('inventory management', 'inventur inventuren inventario inventarios stocktake'),
  'complaint handling': listed('', 'complaints reklamationen beschwerden incidencias quejas reclamaciones reclamacoes'),
  'appointment scheduling': listed('', 'appointments termine terminbuch terminvergabe citas marcacoes agendamentos'),
  'reception work': listed('hotel reception', 'anmeldung empfang recepcion recepcao reception'),
  filing: listed('', 'archivo ablage arquivo filing'),
  invoicing: listed('accounts receivable', 'facturas rechnungen invoices faturas'),
  'caseload management': listed('', 'caseload fallzahl falle casos'),
  'court work': listed('litigation', 'tribunal gericht familiengericht court juzgado'),
  'legal research': listed('litigation, lawyer', ''),
  documentation: listed(
    '',
    'reports records berichte protokolle gutachten stellungnahmen informes actas relatorios atas',
  ),
  'training of staff': listed('mentoring, training apprentices, showing newcomers the ropes, supervising students', ''),
  mentoring: listed('training apprentices, showing newcomers the ropes, supervising students', ''),
  'supervising students': listed(
    'mentoring, training apprentices',
    'praktikanten praktikantinnen estagiaria estagiarios',
  ),
  'computer skills': listed('excel, microsoft word, office software, data entry', ''),
  'animal care': listed('milking, veterinary nursing, horses, dog training, livestock', ''),
};
