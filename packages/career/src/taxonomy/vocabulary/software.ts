/** Writing software. */
export const software = `
software development, software engineering, software engineer, software developer, programming, programmer, coding, application development, wrote software, developed software, software design, write code, writing code, develop applications, developed applications, developed _ applications, software projects | softwareentwicklung, softwareentwickler, softwareentwicklerin, programmierung, programmieren, programmierer, programmierkenntnisse, anwendungsentwicklung, anwendungsentwickler, entwicklung von software, softwareprojekte, fachinformatiker | desarrollo de software, desarrollador de software, desarrolladora de software, programacion, programador, programadora, desarrollo de aplicaciones, ingeniero de software, desarrollador, desarrolladora | desenvolvimento de software, desenvolvedor, desenvolvedora, programador, programadora, programacao, engenheiro de software, desenvolvimento de aplicacoes
front-end development, frontend, front end, front-end, frontend developer, user interfaces in _, single-page applications, web interfaces | frontend-entwicklung, frontendentwicklung, frontend-entwickler | desarrollo frontend, desarrollador frontend, maquetacion web | desenvolvimento frontend, desenvolvedor frontend > web development
back-end development, backend, back end, back-end, backend developer, server-side, backend services, backend systems, backend engineer | backend-entwicklung, backendentwicklung, backend-entwickler | desarrollo backend, desarrollador backend | desenvolvimento backend, desenvolvedor backend > software development
full-stack development, full stack, fullstack, full-stack developer | full-stack-entwicklung | desarrollo full stack | desenvolvimento full stack > front-end development, back-end development
web development, web developer, web applications, web apps, website development, websites, built websites, web sites | webentwicklung, webentwickler, webanwendungen, webseiten | desarrollo web, desarrollador web, aplicaciones web, paginas web | desenvolvimento web, aplicacoes web, sites > software development
mobile development, mobile apps, mobile applications, mobile app, app development, mobile developer | app-entwicklung, mobile anwendungen, mobile apps | aplicaciones moviles, desarrollo movil, apps moviles | aplicativos moveis, desenvolvimento mobile, aplicacoes moveis > software development
embedded software, embedded systems, firmware, microcontrollers, microcontroller, rtos, embedded development | eingebettete systeme, embedded-software, mikrocontroller | sistemas embebidos, software embebido, microcontroladores | sistemas embarcados, software embarcado, microcontroladores > software development
game development, game developer, *unreal engine | spieleentwicklung | desarrollo de videojuegos | desenvolvimento de jogos > software development
javascript, js, ecmascript, es6, vanilla js | | | > software development
typescript, ts | | | > javascript
node.js, nodejs, node js, *express.js, *nestjs | | | > javascript, back-end development
react, !=react, react.js, reactjs | | | > ~front-end framework
vue, !=vue, vue.js, vuejs | | | > ~front-end framework
angular, !=angular, angular.js, angularjs | | | > ~front-end framework
svelte, sveltekit | | | > ~front-end framework
front-end framework, frontend framework, front-end frameworks, modern javascript framework, javascript framework, spa framework, ui framework, javascript frameworks | frontend-framework, javascript-framework | framework frontend, frameworks frontend | framework frontend, frameworks frontend > front-end development, javascript
next.js, nextjs | | | > react
redux | | | > react
html, html5 | | | > web development
css, css3 | | | > web development
web accessibility, accessibility guidelines, wcag, a11y, accessible websites | barrierefreiheit im web, barrierefreie webseiten | accesibilidad web | acessibilidade web > front-end development
python, !=python, python3 | | | > software development
django, !=django | | | > python, ~web framework
flask, !=flask | | | > python, ~web framework
web framework, web frameworks | webframework | framework web | framework web > web development
java, !=java, java 8, java 11, java 17, java ee, j2ee, core java | | | > software development
spring, !=spring, =spring boot, springboot, spring framework, spring mvc | | | > java
hibernate, !=hibernate, jpa | | | > java
kotlin, !=kotlin | | | > software development
scala, !=scala | | | > software development
c++, cpp, modern c++ | | | > software development
c, !=c, c programming, ansi c, embedded c, c language, programming in c | | | > software development
c#, csharp, c sharp | | | > software development
.net, dotnet, asp.net, .net core, dot net | | | > c#
visual basic, vb.net | | | > software development
go, !=go, golang, go programming, go developer | | | > software development
rust, !=rust, rustlang, rust programming | | | > software development
ruby, !=ruby | | | > software development
ruby on rails, !=rails, ror | | | > ruby, ~web framework
php, php 8, php7 | | | > software development
laravel | | | > php, ~web framework
symfony | | | > php, ~web framework
wordpress, word press | | | > ~content management system
drupal | | | > ~content management system
typo3 | | | > ~content management system
joomla | | | > ~content management system
content management system, cms, content management systems | content-management-system, redaktionssystem, cms-system | gestor de contenidos, gestores de contenido | gestor de conteudos, sistema de gestao de conteudo > web development
swift, !=swift, swiftui | | | > ios development
objective-c, objective c | | | > ios development
ios development, ios, ios app, ios apps, ios developer, iphone apps | ios-entwicklung, ios-entwickler | desarrollo ios | desenvolvimento ios > mobile development
android development, android, android app, android apps, android developer, android sdk | android-entwicklung, android-apps | desarrollo android | desenvolvimento android > mobile development
react native | | | > ~cross-platform mobile
flutter, !=flutter | | | > ~cross-platform mobile
cross-platform mobile, cross-platform apps, hybrid apps | plattformubergreifende apps | aplicaciones multiplataforma | aplicativos multiplataforma > mobile development
perl | | | > software development
matlab | | | > software development
haskell, !=haskell | | | > software development
elixir, !=elixir | | | > software development
cobol | | | > software development
sap abap, abap | | | > software development, sap
rest, rest api, rest apis, restful, restful apis, restful services, rest interfaces, rest-schnittstellen | rest-schnittstelle | api rest, apis rest, servicios rest | api rest, apis rest, servicos rest > api development
graphql | | | > api development
grpc | | | > api development
api development, api, apis, api design, web services, api integration, application programming interfaces, web apis, public api | schnittstellen, api-entwicklung, schnittstellenentwicklung | integracion de apis, servicios web | integracao de apis, servicos web > back-end development
microservices, microservice, micro-services, microservice architecture, service-oriented architecture | microservice-architektur | microservicios, arquitectura de microservicios | microsservicos, microservicos, arquitetura de microsservicos > back-end development, distributed systems
distributed systems, distributed system | verteilte systeme | sistemas distribuidos | sistemas distribuidos > software development
software architecture, system architecture, software architect, solution architecture, architected, system design, solution architect | softwarearchitektur, softwarearchitekt, systemarchitektur | arquitectura de software, arquitecto de software | arquitetura de software, arquiteto de software > software development
kafka, apache kafka | | | > ~message broker
rabbitmq | | | > ~message broker
message broker, message queues, message queue, event streaming, messaging systems, event-driven, pub/sub, activemq | nachrichtenwarteschlangen | colas de mensajes, mensajeria asincrona | filas de mensagens, mensageria > back-end development
git, !=git, *github, *gitlab, *bitbucket | | | > ~version control
code review, code reviews, reviewing code, reviewed code, pull requests, reviewed pull requests | code-reviews, codereview | revision de codigo, revisiones de codigo | revisao de codigo, code review > software development
unit testing, unit tests, unit test, *junit, *pytest, *jest | unit-tests, modultests | pruebas unitarias, tests unitarios | testes unitarios, testes de unidade > ~software testing
test automation, automated testing, automated tests, automated test, *selenium, *cypress, *playwright, automation tester, *nunit, writes tests, write tests, writing tests, carries tests | testautomatisierung, automatisierte tests | automatizacion de pruebas, pruebas automatizadas, tests automaticos | automacao de testes, testes automatizados, testes automaticos > ~software testing
^istqb certification, istqb, istqb certified | istqb-zertifizierung | certificacion istqb | certificacao istqb > software testing
software testing, software tester, quality assurance of software, qa engineer, qa tester, test cases, test plans, regression testing | softwaretest, softwaretests, testfalle, softwaretester | pruebas de software, casos de prueba, tester de software | testes de software, casos de teste, testador > software development
ci/cd, cicd, ci cd, continuous integration, continuous delivery, continuous deployment, build pipelines, deployment pipelines, ci pipelines, delivery pipelines | ci/cd-pipelines, kontinuierliche integration | integracion continua, despliegue continuo, entrega continua | integracao continua, entrega continua > devops
jenkins | | | > ~ci server
gitlab ci, gitlab-ci | | | > ~ci server
github actions | | | > ~ci server
circleci | | | > ~ci server
azure devops | | | > ~ci server
ci server, ci tools | ci-server | servidor de integracion continua | servidor de integracao continua > ci/cd
agile methods, agile, agile development, agile team, agile teams, agile environment, agile methodologies, agile working, sprints | agile methoden, agile arbeitsweise, agile softwareentwicklung, agiles arbeiten | metodologias agiles, agiles, entornos agiles | metodologias ageis, metodos ageis, ambiente agil
scrum, sprint planning, scrum team, retrospectives, scrum teams | scrum-team | | > ~agile framework
kanban, kanban boards | | | > ~agile framework
safe framework, scaled agile | | | > ~agile framework
agile framework, agile frameworks | | | > agile methods
nats, !=nats, nats jetstream | | | > ~message broker
google pub/sub, amazon sqs | | | > ~message broker
http, https, http apis | http | http | http > api development
`;
