/** Which postings are of which field: a nurse's own field is nursing, whatever language it is advertised in. */
const patterns: Readonly<Record<string, RegExp>> = {
  nursing: /nurse|pflege|enferm|intensiv/,
  care: /care|pflege|nurse|enferm/,
  software: /devops|softwareentwick|desarrollador|-dev\.|backend|frontend|programador|de-02-it/,
  data: /data|analista/,
  metal: /welder|schlosser/,
  electrical: /elektriker|electrician/,
  accounting: /account|buchhal|contable/,
  teaching: /teacher|lehrer|profesor|professor/,
  cooking: /chef|koch|cozinheira|cocinero/,
  driving: /driver|motorista|conductor/,
  projects: /project-manager|product-manager/,
  marketing: /marketing/,
  laboratory: /lab\./,
  warehouse: /warehouse|almacen/,
  law: /lawyer|abogado/,
  legal: /lawyer|abogado|paralegal|notariat/,
  midwifery: /midwife/,
  carpentry: /carpenter/,
  roofing: /dachdecker/,
  design: /designer|mediengestalter/,
  logistics: /warehouse|almacen|logistica|disponent|supply planner/,
  hospitality: /recepcionista|hotel-reception/,
  physiotherapy: /fisioterapeuta/,
  finance: /credit|account|buchhal|contable/,
  sales: /vertrieb|vendas|comercial/,
};

export function isOfField(posting: string, field: string): boolean {
  return patterns[field]?.test(posting.toLowerCase()) ?? false;
}
