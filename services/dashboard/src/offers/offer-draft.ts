import { CreateOffer, type Offer } from '@atrium/contracts'
import type { z } from 'zod'
import { amountText, parseCents } from '../money/amounts/amount.ts'
import { type FieldProblems, problemsOfBody } from '../money/form/field-problems.ts'

export const toOfferDraft = (offer?: Offer) => ({
  name: offer?.name ?? '',
  description: offer?.description ?? '',
  billingModel: offer?.billingModel ?? 'one_off',
  interval: offer?.interval ?? 'month',
  price: offer?.priceCents == null ? '' : amountText(offer.priceCents, offer.currency),
  currency: offer?.currency ?? 'EUR',
  slug: offer?.slug ?? '',
})

export type OfferDraft = ReturnType<typeof toOfferDraft>

/** Returns the request body for a draft. It has no price if the typed price is not a number. */
export function toOfferBody(draft: OfferDraft): z.input<typeof CreateOffer> {
  const { name, description, billingModel, interval, price, currency, slug } = draft
  return {
    name: name.trim(),
    description: description.trim(),
    billingModel,
    currency,
    interval: billingModel === 'recurring' ? interval : null,
    priceCents:
      billingModel === 'custom_quote' ? null : (parseCents(price, currency) ?? Number.NaN),
    ...(slug.trim() === '' ? {} : { slug: slug.trim() }),
  }
}

export const offerProblems = (draft: OfferDraft): FieldProblems =>
  problemsOfBody(CreateOffer, toOfferBody(draft), [
    [/^name$/, 'Enter a name'],
    [/^priceCents$/, 'An amount, such as 241.67'],
  ])
