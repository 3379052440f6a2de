import type { Buyer } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { orgSettings } from '../identity/orgs.ts'
import { chooseDocumentLanguage } from '../pdf/document-language.ts'
import { documentWords } from '../pdf/document-words.ts'
import { documentFormat } from '../pdf/format.ts'
import { customerWords } from './customer-words.ts'

/** Returns a customer's language for mails and documents, with amount and date formats. */
export function customerVoice(
  buyer: Pick<Buyer, 'language' | 'billingCountry'>,
  orgLocale: string,
  currency: string,
) {
  const language = chooseDocumentLanguage(buyer.language ?? null, buyer.billingCountry, orgLocale)
  const format = documentFormat(documentWords[language].locale, currency)
  return { words: customerWords[language], amount: format.amount, date: format.date }
}

export const readOrgLocale = async (
  deps: Pick<Deps, 'bus' | 'logger'>,
  orgId: string,
): Promise<string> => (await orgSettings(deps, orgId)).locale

export const joinParagraphs = (...paragraphs: ReadonlyArray<string | null>): string =>
  `${paragraphs.filter((paragraph) => paragraph !== null).join('\n\n')}\n`
