import type { DocumentLanguage } from '@atrium/contracts'
import { amountLabel } from '../money/amounts/amount.ts'
import { dayLabel } from '../money/amounts/calendar-day.ts'
import { documentWords } from './document-words.ts'

const locales = { en: 'en-GB', fr: 'fr-FR', de: 'de-DE', es: 'es-ES' } as const

/** Returns the words and formats of a document's language. */
export const documentVoice = (language: DocumentLanguage) => {
  const locale = locales[language]
  return {
    words: documentWords[language],
    amount: (cents: number, currency: string): string => amountLabel(cents, currency, locale),
    day: (day: string): string => dayLabel(day, 'UTC', locale),
    /** Formats the day of a moment in the visitor's time zone. */
    localDay: (at: string): string =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(at)),
    number: (value: number): string =>
      new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(value),
  }
}
export type DocumentVoice = ReturnType<typeof documentVoice>
