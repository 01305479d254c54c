/** Office work, finance and accounts, people and purchasing. */
export const office = `
commercial training, business apprenticeship | kaufmannische ausbildung, kaufmannische berufsausbildung, kauffrau, kaufmann, kaufmannisch | formacion comercial | formacao comercial
excel, !=excel, microsoft excel, ms excel, spreadsheets, spreadsheet, pivot tables, vlookup, excel macros | excel-kenntnisse, tabellenkalkulation, pivot-tabellen | hojas de calculo, tablas dinamicas | planilhas, folhas de calculo, tabelas dinamicas, planilhas eletronicas > office software
microsoft word, ms word, word processing | textverarbeitung | procesador de textos | processador de texto > office software
powerpoint, power point, presentation software | prasentationssoftware | presentaciones en powerpoint | apresentacoes em powerpoint > office software
office software, microsoft office, ms office, office 365, microsoft 365, google workspace, ms-office, office package, office suite, office applications | ms-office-kenntnisse, edv-kenntnisse, office-paket, office-programme, pc-kenntnisse, office-anwendungen | paquete office, ofimatica, paquete ofimatico, herramientas ofimaticas, informatica a nivel de usuario | pacote office, ferramentas office, informatica na otica do utilizador, informatica basica
computer skills, computer literacy, computer literate, it literate, it skills, basic it | computerkenntnisse | informatica basica, conocimientos de informatica, manejo de ordenador | conhecimentos de informatica, nocoes de informatica > office software
data entry, typing, touch typing, keyboard skills, entering data, entered data | dateneingabe, datenerfassung, zehnfingersystem | introduccion de datos, grabacion de datos, mecanografia | introducao de dados, digitacao de dados, digitacao
office administration, administrative work, administrative assistant, office assistant, office manager, clerical work, administration, administrator, secretary, secretarial, administrative support, office work, clerical, administrative tasks, office clerk, administrative duties | buroorganisation, verwaltungstatigkeiten, sekretariat, sekretarin, kaufmannische tatigkeiten, sachbearbeitung, verwaltung, buroarbeit | administracion, auxiliar administrativo, auxiliar administrativa, administrativo, administrativa, tareas administrativas, secretaria, gestion administrativa | administracao, assistente administrativo, assistente administrativa, auxiliar administrativo, tarefas administrativas, secretariado, rotinas administrativas
diary management, calendar management, scheduling meetings, scheduled meetings, calendar of _, diary of _, kept the diary, managing diaries, managed diaries, appointments | terminkoordination, terminplanung, terminverwaltung, kalenderfuhrung | gestion de agenda, agenda de direccion | gestao de agenda, agendamento > office administration
minute taking, taking minutes, took minutes, meeting minutes | protokollfuhrung, protokolle von sitzungen | redaccion de actas, redacto _ actas | redacao de atas, elaboracao de atas, redijo _ atas, atas de _ > office administration
travel booking, travel arrangements, booked travel, travel management | reiseplanung, reiseorganisation, reisebuchung | organizacion de viajes, gestion de viajes | organizacao de viagens, gestao de viagens > office administration
reception work, on reception, reception duties, reception experience, receptionist, reception desk, front desk, front office, telephone switchboard, greeting visitors, welcomed visitors | empfang, rezeption, rezeptionist, rezeptionistin, telefonzentrale | recepcion, recepcionista, centralita | recepcao, rececao, recepcionista, rececionista
filing, records management, document management, archiving | aktenablage, dokumentenverwaltung, archivierung, ablage | archivo de documentos, gestion documental | arquivo de documentos, gestao documental > office administration
accounting, =accounting, accountant, accountancy, financial accounting, accounts department, finance and accounting, closing the books, closed the books, management accounts | buchhaltung, finanzbuchhaltung, buchhalter, buchhalterin, rechnungswesen, finanzbuchhalter | contabilidad, contable, contador, contadora, cierre contable, contabilidad general, contabilidad completa | contabilidade, contabilista, contador, contadora, prestacao de contas
bookkeeping, bookkeeper, keeping the books, kept the books, book-keeping, posting invoices, posted invoices, ledgers | buchfuhrung, kontierung, verbuchung | teneduria de libros, contabilizacion de facturas, registro contable | escrituracao contabil, lancamentos contabilisticos, lancamentos contabeis > accounting
accounts payable, supplier invoices, invoice processing, processed invoices, processing invoices, vendor invoices, purchase ledger, accounts payable clerk, paying suppliers | kreditorenbuchhaltung, kreditoren, eingangsrechnungen, rechnungsprufung | cuentas a pagar, cuentas por pagar, facturas de proveedores, proveedores y acreedores | contas a pagar, faturas de fornecedores > accounting
accounts receivable, debtors, customer invoices, sales ledger, collections | debitorenbuchhaltung, debitoren, rechnungen schreiben | cuentas a cobrar, cuentas por cobrar, reclamacion de impagados | contas a receber, cobranca > accounting
bank reconciliation, reconciliations, account reconciliation, reconciled _ accounts, reconciled _ ledger, reconciling accounts, reconciled bank | kontenabstimmung, abstimmung von konten | conciliacion bancaria, conciliaciones bancarias | conciliacao bancaria, reconciliacao bancaria, reconciliacoes bancarias > accounting
payroll, payroll processing, wages, ran payroll, paying salaries, paid _ employees, payroll accounting, salary payments | lohnabrechnung, gehaltsabrechnung, lohn- und gehaltsabrechnung, lohnbuchhaltung, entgeltabrechnung, lohnbuchhalter | nominas, elaboracion de nominas, gestion de nominas, seguros sociales | folha de pagamento, salarios de _ trabalhadores, salarios de _ colaboradores, processamento salarial, processamento de salarios, folhas de pagamento
tax, taxation, tax returns, tax return, tax compliance, tax adviser, tax accountant, sales tax, tax advice | steuern, steuererklarungen, steuerberatung, umwandlungssteuerrecht | impuestos, declaraciones de impuestos, declaraciones fiscales, fiscalidad, modelos 303, declaracion de iva, asesoria fiscal | impostos, declaracoes fiscais, fiscalidade, obrigacoes fiscais, tributacao, declaracao de iva
financial reporting, financial reports, statutory reporting, management reporting, monthly reporting, reporting to management | finanzberichte, berichtswesen | informes financieros, reporting financiero | relatorios financeiros, relato financeiro
ifrs, international financial reporting standards | | niif, nic/niif | > ~accounting standard
us gaap, gaap, us-gaap | | | > ~accounting standard
hgb, german gaap | handelsrecht nach hgb | | > ~accounting standard
accounting standard, accounting standards | rechnungslegungsstandards | normas contables, plan general contable | normas contabilisticas, normas contabeis > accounting
auditing, financial audit, auditor, audits of _ accounts, audited accounts, audited _ accounts, audited _ branches, audited companies | revision, wirtschaftsprufer | auditoria, auditor, auditorias contables | auditoria, auditor
budgeting, budget, budgets, budget management, budget responsibility, budget planning, annual budget, budget holder, profit and loss responsibility, p and l | budgetierung, budgetplanung, budgetverantwortung, kostenverantwortung | presupuestos, presupuesto, elaboracion de presupuestos, control presupuestario, responsabilidad presupuestaria | orcamento, orcamentos, controlo orcamental, responsabilidade orcamental, gestao de orcamento > ~financial planning
controlling, management accounting, financial controller, controller, variance analysis, variance analyses, cost centre | controlling, controller, controllerin, abweichungsanalysen | control de gestion, controller financiero | controladoria, controlo de gestao
financial analysis, financial analyst, valuation, investment analysis, equity research, cash flow models | finanzanalyse | analisis financiero | analise financeira
treasury | cash-management | tesoreria | tesouraria
banking, =banking, retail banking, bank branch, bank teller, savings bank | bankwesen, kreditwesen, sparkasse, bank oder sparkasse | banca, entidad bancaria, concesion de prestamos, caja de ahorros, sector bancario, sucursal bancaria, oficina bancaria | setor bancario, banca, bancario, agencia bancaria, banco comercial
insurance, =insurance | versicherungen | seguros | seguros
anti-money laundering, aml | geldwaschepravention | blanqueo de capitales | branqueamento de capitais, lavagem de dinheiro
sap, sap erp, sap r/3, s/4hana, sap s/4hana, sap hana | sap-kenntnisse | | > ~erp
sap finance, sap fi, sap fico, sap fi/co | | modulo fi | modulo fi > ~sap
sap materials, sap mm | | modulo mm | modulo mm > ~sap
sap sales, sap sd | | modulo sd | modulo sd > ~sap
sap warehouse, sap wm | | | > ~sap
sap production, sap pp | | modulo pp | modulo pp > ~sap
oracle erp, oracle financials, oracle fusion | | | > ~erp
netsuite | | | > ~erp
microsoft dynamics, dynamics 365, navision, dynamics nav, business central | | | > ~erp
odoo | | | > ~erp
erp, erp system, erp systems, enterprise resource planning, erp software | erp-system, erp-systeme, warenwirtschaftssystem, warenwirtschaft | sistema erp, sistemas erp | sistema erp, sistemas erp
datev | | | > ~accounting software
quickbooks | | | > ~accounting software
xero | | | > ~accounting software
sage, !sage, sage 50, sage 200 | | contaplus, sage contaplus | > ~accounting software
lexware | | | > ~accounting software
accounting software, accounting packages, bookkeeping software | buchhaltungssoftware, buchhaltungsprogramme | software contable, programas de contabilidad, programa contable | software de contabilidade, programas de contabilidade > accounting
^cpa, certified public accountant | | contador publico | > ~accounting qualification
^acca | | | > ~accounting qualification
^cima | | | > ~accounting qualification
^aca qualified, icaew | | | > ~accounting qualification
^accounting qualification, chartered accountant, qualified accountant, roc registration | bilanzbuchhalterprufung | titulo de contador | toc, cedula de contabilista, contabilista certificado, crc ativo > accounting
^cfa, chartered financial analyst | | | > financial analysis
human resources, hr, hr manager, hr generalist, personnel, hr department, people operations, hr business partner, staff records, hr work, hr operations | personalwesen, personalabteilung, personalreferent, personalreferentin, personalmanagement, personalarbeit, operative personalarbeit, personalbetreuung | recursos humanos, rrhh, tecnico de recursos humanos, gestion de personal, gestion de recursos humanos | recursos humanos, gestao de pessoas, rh, admissoes
recruiting, =recruiting, recruitment, recruiter, talent acquisition, recruited _ @people, hired _ @people, hiring _ @people, sourcing candidates, hiring process, filled _ vacancies, hire _ @people, recruit _ @people | personalbeschaffung, personalgewinnung, personalauswahl, personalvermittlung, bewerbermanagement, rekrutierung, recruiting | seleccion de personal, reclutamiento, procesos de seleccion, reclutador | recrutamento, selecao de pessoal, recrutamento e selecao, captacao de talentos, recrutador, processos seletivos > human resources
training of staff, trained _ @people, staff training, training staff, employee training, training colleagues, training new _, training of @people, delivered training, delivering training, training sessions, training courses for, trained _ new, trained new _, inducted new _, training of new _, trained colleagues, teach colleagues, training to staff, training to colleagues | schulung von mitarbeitern, mitarbeiterschulung, schulungen durchgefuhrt, mitarbeiterschulungen, schulungen fur mitarbeiter, anleitung von mitarbeitern, einarbeitung von, einarbeitung neuer _, neue _ eingearbeitet, kolleginnen und kollegen eingearbeitet, unterweisung von | formacion de personal, formacion de empleados, formacion al personal, formador, capacitacion de personal, forme a _ @people, formacion a companeros, formo a _, forme a _ | formacao de colaboradores, treinamento de equipe, treinamento de funcionarios, formador, treinamentos, formacao de equipas, ministrar treinamentos, ministrar formacao, dei formacao, formacao a colegas, treinei _ @people
employment law, labour law, labor law, employee relations, industrial relations, employment lawyer, unfair dismissal | arbeitsrecht, arbeitsrechtliche, kundigungsschutz | derecho laboral, legislacion laboral, relaciones laborales, laboralista, convenios colectivos | direito do trabalho, legislacao trabalhista, legislacao laboral, relacoes laborais, trabalhista, direito laboral > law
compensation and benefits, comp and ben, salary benchmarking | vergutungssysteme | compensacion y beneficios | remuneracao e beneficios > human resources
procurement, purchasing, buyer, supplier negotiations, purchase orders | einkauf, beschaffung, einkaufer, einkauferin, verhandlung mit lieferanten, bestellwesen | compras, aprovisionamiento, comprador, departamento de compras | compras, aprovisionamento, comprador, suprimentos
^professional body membership, membership of a professional body, chartered status | kammermitgliedschaft | colegiacion, colegiado, colegiada, colegiado ejerciente, colegiada ejerciente | inscricao na ordem profissional, registro no conselho de classe, registo na ordem profissional
collective agreements, collective bargaining, works agreements, union negotiations | betriebsvereinbarungen, tarifverhandlungen, tarifrecht | negociacion colectiva, convenio de empresa, convenios de empresa | negociacao coletiva, acordos coletivos > employment law
works council law, works councils, works council | betriebsverfassungsrecht, betriebsverfassungsgesetz, personalrat, mitbestimmung, betriebsrat | comite de empresa | comissao de trabalhadores > employment law
dismissal cases, redundancy, layoffs | kundigungsschutzverfahren, kundigungen | despidos, ere, erte, extincion de contratos | despedimentos, rescisoes, demissoes > employment law
public sector pay, public sector collective agreement | tvod, tv-l, avr, tarifvertrag offentlicher dienst | convenio del sector publico | tabela salarial publica
performance reviews, performance appraisal, appraisals, performance management | mitarbeitergesprache, leistungsbeurteilung, zielvereinbarungen | evaluacion del desempeno | avaliacao de desempenho > human resources
reintegration management, return to work interviews, absence management | bem-gesprache, wiedereingliederung, bem-verfahren, betriebliches eingliederungsmanagement | reincorporacion laboral | reintegracao profissional > human resources
esocial, e-social | | | esocial, e-social > payroll
labour code brazil | | | clt, consolidacao das leis do trabalho > employment law
sap hcm, sap hr | sap hcm, sap hr, sap personalwirtschaft | sap hcm, sap rrhh | sap hcm, sap rh > ~hr software, sap
workday, !workday | | | > ~hr software
hr software, hris, hr information system, *personio | personalsoftware, hr-software | software de recursos humanos | software de rh
income tax returns, personal tax, self assessment, income tax | einkommensteuererklarungen | irpf, retenciones, modelos 111, presentar impuestos | irs, imposto de renda > ~tax
a3 accounting, a3eco | | a3eco, a3, a3con, a3 asesor | > ~accounting software
primavera erp, primavera software, primavera bss | | | primavera erp > ~accounting software
phc | | | > ~accounting software
toconline | | | > ~accounting software
moloni | | | > ~accounting software
totvs protheus, totvs, protheus | | | totvs, protheus, totvs protheus > erp
senior hcm | | | sistema senior, senior sistemas, senior hcm > ~hr software
intra-community trade, eu trade, cross-border trade, export administration, export documents | exportabwicklung, innergemeinschaftliche lieferungen, exportdokumente | exportacion intracomunitaria, operaciones intracomunitarias, modelo 349, ventas a francia | operacoes intracomunitarias > foreign trade
citizen services, citizens' office, front counter | burgerburo, publikumsverkehr, meldewesen | atencion al ciudadano, ventanilla | atendimento ao cidadao > public administration
regulatory reporting, regulatory returns, fca returns, reporting to the regulator, reporting to the fca, reports to the regulator, regdata | meldewesen, aufsichtsmeldungen | informes regulatorios, reporting regulatorio | reporte regulatorio, relatorios regulatorios > compliance
sanctions screening, pep screening, sanctions checks, sanctions and pep, world-check | sanktionslistenprufung | listas de sanciones | listas de sancoes > anti-money laundering
trade surveillance, surveillance alerts, market abuse | handelsuberwachung | vigilancia de mercado | vigilancia de mercado > compliance
international payments, letters of credit, letter of credit, documentary collections, means of payment | akkreditive, auslandszahlungsverkehr, dokumenteninkasso | medios de pago internacionales, cartas de credito, credito documentario, remesas documentarias, medios de pago | meios de pagamento internacionais, cartas de credito, creditos documentarios, meios de pagamento
stock budget, budget of _, managing a budget, managed _ budget | budget von _ | presupuesto de _, gestion del presupuesto | orcamento de _, gestao do orcamento > budgeting
master data, price lists, master data maintenance, data maintenance | stammdaten, stammdatenpflege, preislisten, datenpflege | datos maestros, tarifas, actualizacion de tarifas | dados mestres, tabelas de precos
mortgage lending, mortgage advice, home loans, property finance, mortgages | baufinanzierung, immobilienfinanzierung, baufinanzierungen | hipotecas, prestamos hipotecarios | credito habitacao, credito imobiliario > banking
consumer loans, instalment loans | ratenkredite, konsumentenkredite, konsumentenkrediten, privatkredite | creditos al consumo, prestamos personales | credito ao consumo, credito pessoal > banking
securities business, =securities | wertpapiere, wertpapiergeschaft, wertpapierberatung | mercado de valores | valores mobiliarios, aconselhamento de investimento > banking
retail customers, private clients, private customers | privatkunden, privatkundenberatung, privatkundenberater, beratung von privatkunden | clientes particulares, banca de particulares | clientes particulares > customer service
`;
