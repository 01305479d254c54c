import type { HeadingPhrases } from './heading-phrases.js';

export const spanish: HeadingPhrases = {
  required: `requisitos, requisitos de los aspirantes, requisitos de los candidatos, requisitos minimos, requisitos imprescindibles, requisitos obligatorios, requisitos del puesto,
    requerimientos, que buscamos, buscamos, que estamos buscando, lo que buscamos, a quien buscamos, a quien estamos
    buscando, que pedimos, te pedimos, que necesitamos, que te pedimos, perfil, tu perfil, el perfil, perfil buscado, perfil
    requerido, perfil del candidato, perfil profesional, que esperamos, que esperamos de ti, lo que esperamos de ti, que
    necesitas, lo que necesitas, que debes tener, que necesitas tener, que aportas, lo que aportas, que traes, formacion,
    formacion y experiencia, estudios, experiencia, experiencia requerida, experiencia previa, conocimientos, conocimientos
    tecnicos, conocimientos requeridos, habilidades, competencias, aptitudes, capacidades, idiomas, titulacion,
    imprescindible, es imprescindible, indispensable, obligatorio, se requiere, se pide, quien eres, sobre ti, eres, tienes,
    debes tener, cualificaciones, calificaciones, cualificacion, condiciones requeridas, criterios, certificaciones, carnes,
    permiso de conducir, esto va contigo si, encajas si, encajaras si, requisitos excluyentes, excluyente,
    titulacion requerida, titulacion exigida`,
  preferred: `meritos, meritos valorables, se valorara tambien, deseable, deseables, requisitos deseables, requisitos deseados, requisitos valorables, no excluyente, se valorara, se valoraran, se valora, valoramos, valoraremos,
    valorable, tambien valoramos, sera un plus, seria un plus, es un plus, un plus, plus, nos encantaria, puntos extra,
    opcional, no imprescindible, ideal, idealmente, preferible, sumaras puntos, suma puntos, extra, valoraremos
    positivamente, se valorara positivamente`,
  other: `funciones, tus funciones, principales funciones, funciones principales, tareas, tus tareas, responsabilidades, tus
    responsabilidades, que haras, que vas a hacer, lo que haras, tu mision, mision, que ofrecemos, que te ofrecemos, lo que
    ofrecemos, ofrecemos, te ofrecemos, se ofrece, beneficios, ventajas, sobre nosotros, sobre la empresa, quienes somos,
    nosotros, condiciones, condiciones laborales, salario, retribucion, sueldo, horario, jornada, ubicacion, lugar de
    trabajo, como aplicar, como inscribirse, inscripcion, como postular, contacto, la empresa, la compania, descripcion,
    descripcion del puesto, descripcion de la oferta, el puesto, tu dia a dia, dia a dia, nuestro equipo, el equipo, tu equipo,
    proceso de seleccion, por que nosotros, por que unirte, plazo, igualdad de oportunidades, proteccion de datos, contrato,
    tipo de contrato, que te espera, informacion adicional, renta, remuneracion, prestaciones,
    prestaciones de ley, mision del cargo, oferta, la oferta, nuestra oferta, detalles, detalles del puesto, modalidad, que hay para ti`,
};
