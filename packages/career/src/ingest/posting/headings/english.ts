import type { HeadingPhrases } from './heading-phrases.js';

export const english: HeadingPhrases = {
  required: `requirements, job requirements, key requirements, entry requirements, required, required skills, required
    qualifications, required experience, minimum qualifications, basic qualifications, key qualifications, qualifications,
    essential, essentials, essential criteria, essential skills, must have, must haves, must-have, must-haves, who you are,
    about you, you are, your profile, your skills, your background, your experience, your qualifications, your strengths,
    you have, you bring, you will have, you'll have, you should have, you will need, you'll need, you will bring, you'll
    bring, what you bring, what you will bring, what you'll bring, what you need, what you will need, what you'll need, what
    you have, what you'll have, what you've got, what should you bring, what do you bring, what do you need, what will you
    need, what you should have, what we're looking for, what we are looking for, what we look for, who we're looking for,
    who we are looking for, we're looking for, we are looking for, what are we looking for, who are we looking for, looking
    for, what we expect, what we expect from you, what do we expect, our expectations, what we need, what we need from you,
    what makes you a great fit, what it takes, what does it take, is this you, is this role for you, are you the one, could
    this be you, does this sound like you, sound like you, do you have, have you got, ideal candidate, the ideal candidate,
    successful candidate, the successful candidate, candidate profile, candidate requirements, the candidate, the person,
    person specification, person spec, person profile, profile, skills and experience, experience and skills, skills and
    qualifications, qualifications and experience, education and experience, knowledge and experience, experience and
    qualifications, knowledge skills and abilities, knowledge and skills, skills and knowledge, skills, technical skills,
    core skills, key skills, soft skills, hard skills, skill set, experience, previous experience, work experience,
    experience required, education, educational requirements, training and education, certifications, certificates,
    licences, licenses, licences and certificates, registration, professional registration, languages, language skills,
    competencies, competences, key competencies, criteria, selection criteria, eligibility, physical requirements, to be
    successful, to succeed in this role, prerequisites, you might be a fit if, you may be a good fit if, you're a great fit
    if, this role is for you if, this job is for you if, to apply you must, qualification, attributes, personal attributes,
    personal qualities, knowledge, special requirements, what the job needs, what the role needs, you might be a good fit if you have`,
  preferred: `nice not necessary, nice but not necessary, nice but not essential, not necessary, nice to have, nice to haves, nice-to-have, nice-to-haves, good to have, great to have, bonus, bonus points,
    bonus skills, preferred, preferred qualifications, preferred skills, preferred experience, preferred but not required,
    desirable, desirable criteria, desirable skills, desired, desired skills, desired experience, plus, pluses, plus
    points, a plus, big plus, it would be great if, it would be nice if, would be a plus, what would be a plus, extra credit,
    extra points, ideally, ideally you, advantageous, an advantage, added advantage, brownie points, icing on the cake, what
    would set you apart, what sets you apart, helpful but not required, helpful, not essential, not required, optional,
    additional assets, assets, we'd love it if, even better if, stand out, how to stand out`,
  other: `benefits, what we offer, we offer, our offer, the offer, what's on offer, what is on offer, perks, perks and
    benefits, compensation, salary, pay, pay and benefits, remuneration, rewards, why join, why join us, why us, why work,
    why you'll love, why you should, about us, about the company, about the team, about the role, about the job, about the
    position, about this role, who we are, our company, our culture, our values, our mission, our story, our team, our tech
    stack, our stack, tech stack, tools we use, the role, the company, the team, the job, the position, the opportunity, the
    project, job description, job summary, job purpose, role purpose, purpose, summary, overview, responsibilities, key
    responsibilities, main responsibilities, your responsibilities, responsibilities and duties, duties, key duties, main
    duties, accountabilities, key accountabilities, what you'll do, what you will do, what you'll be doing, what you will be
    doing, what will you do, what you do, what does the job involve, what the job involves, in this role, in this role you
    will, you will, you'll, your tasks, tasks, key tasks, your role, your mission, your impact, your day, day to day, a
    typical day, a day in the life, what you get, what you'll get, what you will get, what's in it for you, what is in it for
    you, in return, you'll get, what you'll learn, what you will learn, what you'll experience, how to apply, apply, apply
    now, applying, application, application process, interview process, hiring process, recruitment process, selection
    process, next steps, the process, equal opportunity, equal opportunities, equal employment opportunity, diversity,
    diversity and inclusion, inclusion, safeguarding, privacy, location, working hours, hours, working pattern, schedule,
    contract, contract type, employment type, job type, start date, closing date, deadline, contact, contact us, reports to,
    reporting to, department, key information, job details, additional information, further information, please note,
    disclaimer, working conditions, work environment, shift, package, the package, essential functions, job functions, general statement,
    position summary, nature of work, what we provide, closing`,
};
