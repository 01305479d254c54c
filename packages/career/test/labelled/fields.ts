/** Which postings are of which field: a nurse's own field is nursing, whatever language it is advertised in. */
const patterns: Readonly<Record<string, RegExp>> = {
  nursing: /nurse|ward-sister|pflege|enferm|intensiv/,
  care: /care|pflege|nurse|enferm|ayuda a domicilio/,
  software: /devops|softwareentwick|desarrollador|-dev\.|backend|front-?end|programador|de-02-it|desenvolvedora/,
  data: /data|analista|datos/,
  metal: /welder|schlosser|schweisser|soldador/,
  electrical: /elektriker|electrician|eletricista|elektroniker|electricista/,
  accounting: /account|steuerberat|contábil|buchhal|contable|steuerfach|contabilista/,
  teaching: /teacher|lehrer|profesor|professor/,
  cooking: /chef|koch|cozinheir|cocinero|cocina|jefe-partida/,
  driving: /driver|motorista|conductor|hgv|lkw|chofer/,
  cranes: /crane|kran/,
  hr: /hr adviser|-rh\.|people-partner|personalreferent|rh-generalista/,
  architecture: /arquitet|architect/,
  projects: /project-manager|product-manager/,
  products: /product-manager/,
  translation: /traductor/,
  marketing: /marketing/,
  laboratory: /lab\.|laborator/,
  warehouse: /warehouse|almacen|lager|logistic/,
  law: /lawyer|abogado|solicitor|rechtsanwalt|advogad/,
  legal: /lawyer|abogado|paralegal|notariat/,
  childcare: /erzieher|educadora|nursery/,
  retail: /comercio/,
  midwifery: /midwife/,
  carpentry: /carpenter/,
  roofing: /dachdecker/,
  design: /designer|mediengestalter/,
  logistics: /warehouse|almacen|logistica|disponent|supply planner|planificador/,
  farming: /farm/,
  social: /sozial/,
  reception: /rezeption|recepcionista|hotel-reception/,
  hospitality: /recepcionista|hotel-reception/,
  physiotherapy: /fisioterapeuta|physio/,
  engineering: /mechanical|konstrukteur/,
  tree: /tree-surgeon/,
  optic: /augenoptik/,
  lifeguard: /socorrista/,
  condominium: /condominios/,
  finance: /credit|account|buchhal|contable/,
  // "sales" for the English posting of a field sales executive: the Spanish resume that ranks it first is of a man who sells
  // seed and fertiliser to 210 farmers (Técnico comercial), so it is his field, in another language.
  sales: /vertrieb|vendas|comercial|sales/,
};

export function isOfField(posting: string, field: string): boolean {
  return patterns[field]?.test(posting.toLowerCase()) ?? false;
}
