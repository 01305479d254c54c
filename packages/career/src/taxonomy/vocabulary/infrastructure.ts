/** Running computers, networks and clouds, and keeping them safe. */
export const infrastructure = `
aws, amazon web services | | | > ~cloud
azure, microsoft azure | | | > ~cloud
gcp, google cloud, google cloud platform | | | > ~cloud
cloud, cloud computing, cloud platform, cloud platforms, cloud provider, cloud providers, cloud infrastructure, cloud services, public cloud, cloud-native, cloud environments, cloud engineer | cloud-umgebungen, cloud-infrastruktur, cloud-dienste, cloud-plattformen | computacion en la nube, la nube, servicios en la nube, entornos cloud | computacao em nuvem, nuvem, servicos em nuvem, ambientes cloud
kubernetes, k8s, *openshift, helm charts | kubernetes-cluster | | > container orchestration
docker, !=docker, docker compose, docker images, docker containers | docker-container | contenedores docker | containers docker > ~container technology
container orchestration | container-orchestrierung | orquestacion de contenedores | orquestracao de containers > container technology
container technology, container technologies, containers in production, containerised, containerized, containerisation, containerization | container-technologien, containerisierung | tecnologias de contenedores | tecnologias de containers, conteineres
terraform, opentofu | | | > ~infrastructure as code
cloudformation | | | > ~infrastructure as code
pulumi | | | > ~infrastructure as code
ansible, !=ansible | | | > ~infrastructure as code
puppet, !=puppet | | | > ~infrastructure as code
infrastructure as code, iac, infrastructure-as-code, configuration management tools | infrastruktur als code | infraestructura como codigo | infraestrutura como codigo > devops
devops, devops engineer, site reliability, sre, platform engineering | devops-ingenieur | ingeniero devops | engenheiro devops
monitoring tools, *prometheus, *grafana, *datadog, observability, *new relic, *nagios, *zabbix | monitoring-werkzeuge | herramientas de monitorizacion, observabilidad | ferramentas de monitoramento, observabilidade > devops
linux, linux administration, linux servers, unix | linux-server, linux-kenntnisse, linux-administration | servidores linux, administracion de linux | servidores linux, administracao linux
windows server, windows administration, windows servers | windows-server, windows-administration | servidores windows | servidores windows
microsoft 365 administration, office 365 administration | microsoft-365-administration | administracion de microsoft 365 | administracao do microsoft 365
bash, !=bash, bash scripts | | | > ~shell scripting
vmware, vmware vsphere, vsphere, esxi | | | > ~virtualisation
virtualisation, virtualization, *hyper-v, *proxmox, virtual machines | virtualisierung, virtuelle maschinen | virtualizacion, maquinas virtuales | virtualizacao, maquinas virtuais
system administration, system administrator, systems administrator, sysadmin, server administration, administered servers, it administrator | systemadministration, systemadministrator, serveradministration, it-administrator | administracion de sistemas, administrador de sistemas | administracao de sistemas, administrador de sistemas
network administration, !=networking, network engineer, network administrator, routers, switches, computer networks, tcp/ip, lan, network infrastructure, dns | netzwerkadministration, !=netzwerke, netzwerktechnik, netzwerkkenntnisse, netzwerkadministrator | administracion de redes, redes informaticas, redes de ordenadores, routers | administracao de redes, redes de computadores, redes informaticas
^ccna, cisco certified network associate | | | > network administration
it support, helpdesk, help desk, service desk, desktop support, technical support, it helpdesk, user support, end-user support | it-support, anwenderbetreuung, benutzerbetreuung, it-systembetreuung, anwendersupport, it-supporter, supporter, first- und second-level, endanwender | soporte tecnico, soporte informatico, soporte a usuarios, mesa de ayuda | suporte tecnico, suporte informatico, suporte de ti, suporte ao usuario, apoio tecnico
^itil, itil foundation, itil v4, itil certified | itil-zertifizierung | certificacion itil | certificacao itil > it service management
it service management, itsm, incident management | it-servicemanagement | gestion de servicios ti | gestao de servicos de ti
information security, cybersecurity, cyber security, infosec, it security, security engineer, security analyst | informationssicherheit, it-sicherheit, cybersicherheit | seguridad de la informacion, ciberseguridad, seguridad informatica | seguranca da informacao, ciberseguranca, seguranca cibernetica
penetration testing, pen testing, pentesting, pentest, ethical hacking, penetration tests, vulnerability assessment | penetrationstests, penetrationstest | pruebas de penetracion, hacking etico, pentesting | testes de intrusao, testes de penetracao, hacking etico > information security
iso 27001, iso27001, iso/iec 27001 | | | > ~security standard
soc 2, soc2, soc ii | | | > ~security standard
nist, nist csf | | | > ~security standard
pci dss, pci-dss | | | > ~security standard
security standard, security standards, security frameworks | sicherheitsstandards | normas de seguridad de la informacion | normas de seguranca da informacao > information security
^cissp | | | > ~security certification
^cism | | | > ~security certification
^ceh, certified ethical hacker | | | > ~security certification
^comptia security+, security+ | | | > ~security certification
^security certification, security certifications | | | > information security
data protection, gdpr, data privacy, dsgvo, general data protection regulation | datenschutz | proteccion de datos, rgpd, privacidad de datos | protecao de dados, lgpd, rgpd, privacidade de dados
^aws certification, aws certified | aws-zertifizierung | certificacion aws | certificacao aws > aws
`;
