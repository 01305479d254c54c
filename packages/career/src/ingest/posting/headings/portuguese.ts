import type { HeadingPhrases } from './heading-phrases.js';

export const portuguese: HeadingPhrases = {
  required: `requisitos, requisitos obrigatorios, requisitos minimos, requisitos da vaga, pre-requisitos, pre requisitos,
    exigencias, o que procuramos, o que buscamos, que procuramos, quem procuramos, quem buscamos, procuramos, buscamos, o que
    voce precisa, o que voce precisa ter, o que precisa, o que precisas, o que e preciso, e preciso, o que esperamos, o que
    esperamos de voce, o que esperamos de si, o que esperamos de ti, perfil, seu perfil, o seu perfil, o teu perfil, perfil
    procurado, perfil pretendido, perfil do candidato, qualificacoes, qualificacao, formacao, formacao academica,
    escolaridade, habilitacoes, habilitacoes literarias, experiencia, experiencia profissional, conhecimentos,
    conhecimentos tecnicos, habilidades, competencias, competencias tecnicas, idiomas, linguas, obrigatorio, indispensavel,
    imprescindivel, necessario, e necessario, sobre voce, sobre ti, quem voce e, quem es, o que trazes, o que voce traz, voce
    tem, voce e, certificacoes, carta de conducao, cnh, para esta vaga, esta vaga e para voce se, criterios, requisitos e
    qualificacoes, quem pode participar, quem pode se candidatar, pre-requisitos obrigatorios, requisitos de admissao, condicoes de
    admissao, habilitacoes exigidas, habilitacoes literarias exigidas, o que pedimos, pedimos`,
  preferred: `pontuacao, prova de titulos, titulos, diferenciais, diferencial, sera um diferencial, e um diferencial, desejavel, desejaveis, requisitos desejaveis,
    conhecimentos desejaveis, valorizamos, valoriza-se, valorizado, sera valorizado, um plus, e um plus, plus, preferencial,
    preferencialmente, seria otimo, bonus, mais-valia, mais-valias, mais valias, fatores de preferencia, opcional, nao
    obrigatorio, ideal, pontos extra`,
  other: `responsabilidades, as tuas responsabilidades, suas responsabilidades, principais responsabilidades, atividades,
    principais atividades, funcoes, as tuas funcoes, principais funcoes, tarefas, o que voce vai fazer, o que vais fazer, o
    que vai fazer, o que voce fara, suas atribuicoes, atribuicoes, missao, sua missao, a tua missao, o que oferecemos,
    oferecemos, oferece-se, beneficios, regalias, vantagens, sobre nos, sobre a empresa, quem somos, a empresa, remuneracao,
    salario, vencimento, horario, jornada, local, local de trabalho, localizacao, como se candidatar, como candidatar-se,
    candidatura, candidaturas, contacto, contato, descricao, descricao da vaga, descricao da funcao, a vaga, a funcao, etapas
    do processo, processo seletivo, processo de selecao, dia a dia, o seu dia a dia, condicoes, prazo, por que trabalhar,
    porque nos, igualdade de oportunidades, modelo de trabalho, contratacao, o time, a equipa, a equipe,
    informacoes adicionais, informacao adicional, carga horaria, seus desafios, os teus desafios, desafios, sua rotina, oferta, a
    nossa oferta, pacote, temos para ti, o que temos para ti, o que voce vai encontrar, o que te damos, o que damos, quem nos somos,
    nossos beneficios, etapas, inscricoes, como participar, tipo de contrato, regime de trabalho, data de inicio`,
};
