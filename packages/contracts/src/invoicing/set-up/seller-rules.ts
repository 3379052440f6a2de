import type { Seller } from '../parties/seller.ts'

export type SellerField = Exclude<keyof Seller, 'smallBusiness' | 'vatExemption'>

type Given = { readonly [F in SellerField]?: Seller[F] | undefined } & {
  readonly country?: string | null | undefined
  readonly vatExemption?: Seller['vatExemption']
}

interface CountryRule {
  /** Details for every seller besides name and address. */
  readonly always?: readonly SellerField[]
  /** Registered companies' folded legal forms, and the further details they state. */
  readonly company?: { readonly forms: RegExp; readonly fields: readonly SellerField[] }
  /** True if a small business needs a tax number or VAT number, too. */
  readonly taxedAlways?: boolean
}

/**
 * Returns a legal form in lower case, without dots and without spaces between single letters:
 * “S. à r.l.” becomes “sàrl”, “B.V.” becomes “bv”.
 */
export const foldLegalForm = (form: string): string =>
  form
    .trim()
    .toLowerCase()
    .replaceAll('.', ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?<=(?:^| )\p{L}) (?=\p{L}{1,3}(?: |$))/gu, '')
    .trim()

const germanForms = /^(gmbh|ges ?mbh|ug|ag|kg|og|ohg|e[ku]|se|kgaa|flexco|flexkapg)\b/

/**
 * What a country's law requires on an invoice besides the terms in directive 2006/112/EC, article
 * 226. docs/reference/company-details.md names the laws.
 */
const rules: Readonly<Record<string, CountryRule>> = {
  FR: {
    always: ['registration'],
    company: {
      forms: /^(sarl|s\u00e0rl|eurl|sas|sasu|sa|sca|scs|snc|sci)(?!\p{L})/u,
      fields: ['shareCapital'],
    },
  },
  DE: { company: { forms: germanForms, fields: ['registration'] }, taxedAlways: true },
  AT: { company: { forms: germanForms, fields: ['registration'] } },
  ES: {
    company: { forms: /^(sl|slu|sa|sau|slp|s ?coop)\b/, fields: ['registration'] },
    taxedAlways: true,
  },
  IT: {
    company: {
      forms: /^(srl|srls|spa|sapa)\b/,
      fields: ['registration', 'shareCapital'],
    },
    taxedAlways: true,
  },
  NL: { always: ['registration'] },
  BE: {
    company: { forms: /^(srl|bv|sa|nv|sc|cv|snc|vof|scomm|commv)\b/, fields: ['registration'] },
  },
  GB: { company: { forms: /^(ltd|limited|plc|public limited|llp)\b/, fields: ['registration'] } },
  CH: {},
}

/** Countries with known invoice rules. */
export const ruledCountries: readonly string[] = Object.keys(rules)

/** Returns the fields that a country's law requires in addition to name, address and VAT. */
export function listCountryFields(country: string | null | undefined): readonly SellerField[] {
  const rule = rules[country ?? ''] ?? {}
  const company = rule.company === undefined ? [] : ['legalForm' as const, ...rule.company.fields]
  return [...new Set([...(rule.always ?? []), ...company])]
}

const isBlank = (value: string | null | undefined): boolean =>
  value === undefined || value === null || value.trim() === ''

// Places without postal codes (Universal Postal Union).
const withoutPostalCodes = new Set(['AE', 'AO', 'BS', 'HK', 'IE', 'JM', 'KE', 'PA', 'QA'])

/** Returns the missing company details that the law in its country requires. */
export function missingCompanyFields(seller: Given): SellerField[] {
  const rule = rules[seller.country ?? ''] ?? {}
  const isCompany = rule.company?.forms.test(foldLegalForm(seller.legalForm ?? '')) === true
  const asked: SellerField[] = ['name', 'line1', 'city', 'country', ...(rule.always ?? [])]
  if (!withoutPostalCodes.has(seller.country ?? '')) asked.push('postalCode')
  if (isCompany) asked.push(...(rule.company?.fields ?? []))
  return [...new Set(asked)].filter((field) => isBlank(seller[field]))
}

/** Returns the missing tax details that the law requires. */
export function missingVatFields(seller: Given): SellerField[] {
  if (!isBlank(seller.taxId) || !isBlank(seller.taxNumber)) return []
  const isSmall = seller.vatExemption === 'small_enterprise'
  if (!isSmall) return ['taxId']
  return rules[seller.country ?? '']?.taxedAlways === true ? ['taxNumber'] : []
}

/** Names a field in a sentence. */
export const sellerFieldNames: Readonly<Record<SellerField, string>> = {
  name: 'name',
  line1: 'address',
  line2: 'second address line',
  city: 'city',
  postalCode: 'postal code',
  country: 'country',
  taxId: 'VAT number',
  taxNumber: 'tax number',
  registration: 'registration number',
  legalForm: 'legal form',
  shareCapital: 'share capital',
  email: 'email address',
  phone: 'phone number',
  website: 'website',
  iban: 'IBAN',
  bic: 'BIC',
  bankName: 'bank',
}
