import { type SellerField, smallBusinessProvision } from '@atrium/contracts'

const labels: Readonly<Record<SellerField, string>> = {
  name: 'Name',
  line1: 'Address',
  line2: 'Second line',
  postalCode: 'Postal code',
  city: 'City',
  country: 'Country',
  taxId: 'VAT number',
  taxNumber: 'Tax number',
  registration: 'Registration',
  legalForm: 'Legal form',
  shareCapital: 'Share capital',
  email: 'Email',
  phone: 'Phone',
  website: 'Website',
  iban: 'IBAN',
  bic: 'BIC',
  bankName: 'Bank',
}

const registrations: Readonly<Record<string, string>> = {
  FR: 'SIREN or SIRET, and the town of the register, such as “RCS Lyon”',
  DE: 'Register court and number, such as “HRB 12345, Amtsgericht Hamburg”',
  AT: 'Firmenbuch number and court, such as “FN 123456a, Handelsgericht Wien”',
  ES: 'The entry in the Registro Mercantil',
  IT: 'REA number, such as “MI-1234567”',
  NL: 'KvK number',
  BE: 'Register of legal persons, such as “RPR Gent”',
  GB: 'Company number',
}

const taxNumbers: Readonly<Record<string, string>> = {
  DE: 'The Steuernummer, if you have no VAT number',
  AT: 'The Steuernummer, if you have no VAT number',
  ES: 'The NIF, if you have no VAT number',
  IT: 'The codice fiscale, if you have no VAT number',
}

/** Returns the label of a company detail, and what it is in the country. */
export function companyWords(
  field: SellerField,
  country: string | null,
): { label: string; description?: string } {
  const byCountry = { registration: registrations, taxNumber: taxNumbers }
  const described = field === 'registration' || field === 'taxNumber' ? byCountry[field] : {}
  const description =
    described[country ?? ''] ?? (field === 'taxNumber' ? 'If you have no VAT number' : undefined)
  return { label: labels[field], ...(description === undefined ? {} : { description }) }
}

/** Says what the small business rule does to invoices in the country. */
export function describeSmallBusiness(country: string | null): string {
  const provision = smallBusinessProvision(country)
  const cited = provision === null ? '' : ` (${provision})`
  return `Turn it on if your turnover is small and you charge no VAT. Your invoices then say so${cited}.`
}

const forms: Readonly<Record<string, readonly string[]>> = {
  FR: ['EI', 'EURL', 'SARL', 'SAS', 'SASU', 'SA', 'SNC', 'Association'],
  DE: ['Einzelunternehmen', 'e.K.', 'GbR', 'GmbH', 'UG (haftungsbeschränkt)', 'AG', 'KG', 'OHG'],
  AT: ['Einzelunternehmen', 'e.U.', 'GmbH', 'FlexCo', 'AG', 'KG', 'OG'],
  ES: ['Autónomo', 'S.L.', 'S.L.U.', 'S.A.', 'S. Coop.'],
  IT: ['Ditta individuale', 'S.r.l.', 'S.r.l.s.', 'S.p.A.', 'S.n.c.', 'S.a.s.'],
  NL: ['Eenmanszaak', 'B.V.', 'N.V.', 'V.O.F.', 'Stichting'],
  BE: ['Eenmanszaak', 'BV', 'SRL', 'NV', 'SA', 'CV', 'SC'],
  GB: ['Sole trader', 'Ltd', 'LLP', 'PLC'],
  CH: ['Einzelfirma', 'GmbH', 'AG', 'Sàrl', 'SA'],
}

/** Returns the usual legal forms of a country. */
export const legalForms = (country: string | null): string[] => [...(forms[country ?? ''] ?? [])]
