import type { Random } from './random.ts';

export interface Company {
  name: string;
  /** Reserved for examples: no site stands behind it. */
  website: string;
  domain: string;
  industry: string;
}

const companyStems = [
  'Zentrivo',
  'Bluemargin',
  'Kestrelix',
  'Nimbuvia',
  'Quantara',
  'Orbisoft',
  'Vedanix',
  'Pixelmitra',
  'Cloudsutra',
  'Datavriksh',
  'Indrayuga',
  'Technavya',
  'Softarambh',
  'Codekshetra',
  'Byteshala',
  'Agnirise',
  'Trilokon',
  'Marutex',
  'Sagarmatrix',
  'Himvantis',
  'Logivana',
  'Finsarthi',
  'Arogyaline',
  'Krishivo',
  'Shikshara',
  'Vyaparlink',
  'Yatravo',
  'Navodyn',
  'Samvidex',
  'Ujwalogic',
  'Prismora',
  'Rivulent',
  'Tejasoft',
  'Omnivarta',
  'Gatiwheel',
  'Megharise',
  'Suryabyte',
  'Chandrika Edge',
  'Dhruvanta',
  'Ekalogic',
] as const;

const companyEndings = [
  'Technologies',
  'Infotech',
  'Software Solutions',
  'Systems',
  'Labs',
  'Digital',
  'Consulting',
  'IT Services',
  'Analytics',
  'Tech Private Limited',
] as const;

export const industries = [
  'IT services',
  'Software product',
  'Fintech',
  'E-commerce',
  'Healthcare IT',
  'EdTech',
  'Logistics',
  'Telecom',
  'Banking and insurance',
  'Manufacturing',
  'Travel and hospitality',
  'Retail',
  'Consulting',
  'Media',
] as const;

/** One of a fixed set of invented companies: the same name always has the same site and industry. */
export function company(random: Random): Company {
  const stem = random.integer(0, companyStems.length - 1);
  const name = companyStems[stem] ?? companyStems[0];
  const ending = companyEndings[(stem * 7) % companyEndings.length] ?? companyEndings[0];
  const domain = `${name.toLowerCase().replaceAll(' ', '')}.example.com`;
  return {
    name: `${name} ${ending}`,
    domain,
    website: `https://www.${domain}`,
    industry: industries[(stem * 5) % industries.length] ?? industries[0],
  };
}
