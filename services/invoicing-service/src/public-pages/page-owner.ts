import { type DocumentLanguage, minorDigits, type OrgSettings } from '@atrium/contracts'
import type { PageOwner } from '@atrium/site-page/public'
import type { Deps } from '../deps.ts'
import { findOrg, orgSettings } from '../identity/orgs.ts'
import { chooseDocumentLanguage } from '../pdf/document-language.ts'
import { type PublicWords, publicWords } from './public-words.ts'

export interface Owner extends PageOwner {
  readonly orgId: string
  readonly settings: OrgSettings
  /** How the page writes dates and amounts, a BCP 47 tag in the page's language. */
  readonly locale: string
  readonly words: PublicWords
}

/** Returns the organisation with a slug, as its public pages show it. Throws `not_found`. */
export async function readOwner(deps: Deps, orgSlug: string): Promise<Owner> {
  const { orgId, name, slug } = await findOrg(deps, 'slug', orgSlug)
  const settings = await orgSettings(deps, orgId)
  const language = chooseDocumentLanguage(null, null, settings.locale)
  const isSpoken = new Intl.Locale(settings.locale).language === language
  const own = isSpoken && settings.locale !== 'en' ? settings.locale : undefined
  const owner = { orgId, slug, name: settings.publicName ?? name, settings }
  return { ...owner, ...toVoice(language, own) }
}

const toVoice = (language: DocumentLanguage, locale = publicWords[language].locale) => ({
  language,
  locale,
  words: publicWords[language],
})

/** Returns the organisation as it speaks to a customer with a language of their own. */
export const speakTo = (owner: Owner, language: DocumentLanguage): Owner =>
  language === owner.language ? owner : { ...owner, ...toVoice(language) }

/** Formats minor units as an amount with its currency: "€12.50". */
export function formatPrice({ locale }: Pick<Owner, 'locale'>, cents: number, currency: string) {
  const digits = minorDigits(currency)
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(`${cents}E-${digits}` as Intl.StringNumericLiteral)
}

/** Returns minor units as a decimal numeral for structured data: "12.50". */
export function toDecimal(cents: number, currency: string): string {
  const digits = minorDigits(currency)
  return new Intl.NumberFormat('en-US', {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(`${cents}E-${digits}` as Intl.StringNumericLiteral)
}
