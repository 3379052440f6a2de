import type { Offer } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { offerProblems, toOfferBody, toOfferDraft } from './offer-draft.ts'

const care = {
  name: 'Care plan',
  description: 'Monthly',
  billingModel: 'recurring',
  interval: 'year',
  priceCents: 99_000,
  currency: 'EUR',
  slug: 'care-plan',
} as Offer

test('shows a stored offer unchanged', () => {
  const { name, description, billingModel, interval, priceCents, currency, slug } = care
  expect(toOfferBody(toOfferDraft(care))).toEqual({
    name,
    description,
    billingModel,
    interval,
    priceCents,
    currency,
    slug,
  })
})

test('sends no price if the price is on request, and no interval if the offer is bought once', () => {
  const quote = { ...toOfferDraft(care), billingModel: 'custom_quote' as const }
  expect(toOfferBody(quote)).toMatchObject({ priceCents: null, interval: null })
  expect(offerProblems(quote)).toEqual({})
})

test('reports a plain problem for each field if its value is missing or invalid', () => {
  const draft = { ...toOfferDraft(care), name: ' ', price: 'ten', slug: 'Care Plan' }
  expect(offerProblems(draft)).toEqual({
    name: 'Enter a name',
    priceCents: 'An amount, such as 241.67',
    slug: 'Use lower-case letters, digits and single hyphens',
  })
})
