/** Professions, places and papers of care, health and teaching that are close to each other and never the same. */
export const apartCare = `
nursing technician, licensed practical nurse, enrolled nurse | | | tecnico de enfermagem, tecnica de enfermagem > ~nursing
care assistance, care assistant, healthcare assistant, nursing assistant | pflegehelfer, pflegehelferin, pflegeassistenz | auxiliar de enfermeria, auxiliar de geriatria, gerocultor, gerocultora | auxiliar de enfermagem, auxiliar de geriatria > ~elderly care
care home work, care home, care homes, nursing home, residential care, residential home, care facility, retirement home | pflegeheim, pflegeheime, altenheim, altenheime, seniorenheim, pflegeeinrichtung, seniorenresidenz, seniorenzentrum, seniorenzentren, stationare pflege, wohnheim, stationaren altenpflege, stationare altenpflege, stationarer pflege, altenpflegeheim | residencia de ancianos, residencia de mayores, geriatrico, centro geriatrico | lar de idosos, residencia senior, estrutura residencial, casa de repouso > ~elderly care
theatre nursing, operating theatre, operating room, theatre nurse, scrub nurse, perioperative | op-pflege, operationssaal, operationstechnische, op-bereich | quirofano, bloque quirurgico | bloco operatorio, centro cirurgico > ~surgical nursing
surgeon, surgeons | chirurg, chirurgin | cirujano, cirujana | cirurgiao > ~medicine
general practitioner | hausarzt, hausarztin | medico de familia | clinico geral > ~medicine
dental practice, dental surgery | zahnarztpraxis | clinica dental | clinica dentaria
medical practice, doctor's surgery, gp practice | arztpraxis | consultorio medico | consultorio medico
medical reception, doctor's receptionist, medical receptionist | | recepcionista de clinica | rececionista de clinica > reception work, medical practice
pharmacy technician, pharmacy assistant | pta, pharmazeutisch-technische assistentin | tecnico de farmacia, auxiliar de farmacia | tecnico de farmacia, auxiliar de farmacia > ~pharmacy
pharmacology | pharmakologie | farmacologia | farmacologia
ambulance service, ambulance, ambulance crew | rettungsdienst | ambulancia, emergencias sanitarias | ambulancia
emergency medical technician, emt | rettungssanitater, rettungssanitaterin | tecnico en emergencias sanitarias | tecnico de emergencia medica > ~ambulance service
social education, social educator | | educador social, educadora social, educacion social | educador social, educadora social, educacao social > ~social work
nanny work, nanny, babysitting, babysitter, au pair, childminding, childminder | tagesmutter, kindermadchen | ninera, canguro de ninos | baba, ama de criancas > ~childcare
nursery assistance, nursery assistant | kinderpflegerin, kinderpfleger, sozialpadagogische assistentin | auxiliar de educacion infantil | auxiliar de acao educativa > ~childcare
stuttering, fluency disorders | stottern | tartamudez | gaguez, gagueira > ~speech therapy
music therapy, music therapist | musiktherapie | musicoterapia | musicoterapia
epidemiology | epidemiologie | epidemiologia | epidemiologia > public health
neurology, neuro | neurologie | neurologia | neurologia
dental billing | bema, goz | | > ~medical billing
private patient billing, goa billing | goa, privatabrechnung, abrechnung nach goa | | > ~medical billing
statutory health insurance billing | ebm, quartalsabrechnung, kassenabrechnung in der praxis | | > ~medical billing
eye care | augenoptik | optica oftalmica | saude ocular
`;
