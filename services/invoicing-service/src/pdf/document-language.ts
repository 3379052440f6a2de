import { DocumentLanguage } from '@atrium/contracts'

const countries: Readonly<Record<DocumentLanguage, string>> = {
  en: '',
  fr: 'FR MC LU GP MQ GF RE YT NC PF SN CI ML BJ TG GA CG CD',
  de: 'DE AT LI',
  es: 'ES MX AR CO CL PE EC UY PY BO VE CR PA GT HN SV NI DO CU PR GQ',
}
// These countries speak several document languages, so the organisation's language decides.
const shared = new Set(['BE', 'CH'])

/**
 * Returns the customer's language, else the customer country's, else the organisation's (a BCP 47
 * tag).
 */
export function chooseDocumentLanguage(
  own: DocumentLanguage | null,
  country: string | null,
  orgLocale: string,
) {
  if (own !== null) return own
  const fallback = DocumentLanguage.catch('en').parse(new Intl.Locale(orgLocale).language)
  if (country === null || shared.has(country)) return fallback
  return (
    DocumentLanguage.options.find((language) => countries[language].split(' ').includes(country)) ??
    'en'
  )
}
