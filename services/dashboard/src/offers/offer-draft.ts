import { CreateOffer, type Offer } from '@atrium/contracts'
import { amountText, centsOf } from '../money/amount.ts'
import { type FieldProblems, problemsOfIssues } from '../money/field-problems.ts'
import type { OfferBody } from './offer-queries.ts'

/** An offer that is being written, as it is typed. */
export interface OfferDraft {
  readonly name: string
  readonly description: string
  readonly billingModel: Offer['billingModel']
  readonly interval: 'month' | 'year'
  readonly price: string
  readonly currency: string
  readonly slug: string
}

/** The draft of a new offer, or of one that is changed. */
export const offerDraftOf = (offer?: Offer): OfferDraft => ({
  name: offer?.name ?? '',
  description: offer?.description ?? '',
  billingModel: offer?.billingModel ?? 'one_off',
  interval: offer?.interval ?? 'month',
  price: offer?.priceCents == null ? '' : amountText(offer.priceCents, offer.currency),
  currency: offer?.currency ?? 'EUR',
  slug: offer?.slug ?? '',
})

/** The body that a draft asks for; a price that cannot be read is none. */
export function offerBodyOf(draft: OfferDraft): OfferBody {
  const { name, description, billingModel, interval, price, currency, slug } = draft
  return {
    ...{ name: name.trim(), description: description.trim(), billingModel, currency },
    interval: billingModel === 'recurring' ? interval : null,
    priceCents: billingModel === 'custom_quote' ? null : (centsOf(price, currency) ?? Number.NaN),
    ...(slug.trim() === '' ? {} : { slug: slug.trim() }),
  }
}

/** The problems of a draft before it is sent. */
export function offerProblems(draft: OfferDraft): FieldProblems {
  const result = CreateOffer.safeParse(offerBodyOf(draft))
  if (result.success) return {}
  const problems = problemsOfIssues(result.error.issues)
  return {
    ...problems,
    ...(problems['name'] === undefined ? {} : { name: 'A name is needed' }),
    ...(problems['priceCents'] === undefined ? {} : { priceCents: 'An amount, such as 241.67' }),
  }
}
