import { isDeepStrictEqual } from 'node:util'
import { Offer, offerErrors, PublicOffer, type UpdateOffer } from '@atrium/contracts'
import { createView } from '@atrium/database'
import type { z } from 'zod'
import type { Row } from '../database.ts'

export type OfferRow = Row<'offers'>

const Terms = Offer.pick({
  name: true,
  description: true,
  priceCents: true,
  currency: true,
  billingModel: true,
  interval: true,
  slug: true,
})
export type OfferTerms = z.infer<typeof Terms>

/**
 * Throws `offer_invalid` (422) unless the offer has a price or is quoted on request, and has an
 * interval if it is recurring.
 */
export function checkTerms(terms: OfferTerms): void {
  const errors = []
  if (terms.billingModel !== 'custom_quote' && terms.priceCents === null) {
    errors.push({ path: 'priceCents', message: 'Enter a price' })
  }
  if (terms.billingModel === 'recurring' && terms.interval === null) {
    errors.push({ path: 'interval', message: 'Choose how often the product is billed' })
  }
  if (terms.billingModel !== 'recurring' && terms.interval !== null) {
    errors.push({
      path: 'interval',
      message: 'Only products with a recurring price have an interval',
    })
  }
  if (errors.length > 0) throw offerErrors.offer_invalid({ details: { errors } })
}

/** Makes a slug of lower-case ASCII words joined by hyphens. Empty if the name has no such word. */
const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 60)
    .replace(/(?<!-)-+$/, '')

/**
 * Returns the slugs to try for a new record, the best first: the given one only, or one made from
 * the name (`otherwise` if it has no ASCII words), and then one that ends like the record's id.
 */
export function listSlugs(
  { id, name, slug }: { id: string; name: string; slug?: string | undefined },
  otherwise: string,
): string[] {
  if (slug !== undefined) return [slug]
  const made = toSlug(name) || otherwise
  return [made, `${made}-${id.slice(-8)}`]
}

const toTerms = createView(Terms)

export const changedTerms = (row: OfferRow, change: UpdateOffer): OfferTerms => ({
  ...toTerms(row),
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
})

/** True if the terms change the price or how it is charged. */
export const isPricedAnew = (
  row: OfferRow,
  { priceCents, currency, billingModel }: OfferTerms,
): boolean => {
  const currentTerms = toTerms(row)
  return (
    currentTerms.priceCents !== priceCents ||
    currentTerms.currency !== currency ||
    currentTerms.billingModel !== billingModel
  )
}

/**
 * True if the terms require another price at the processor, where prices are immutable
 * (docs/reference/invoicing.md, "Offers").
 */
export function needsNewPrice(row: OfferRow, { slug: _, ...terms }: OfferTerms): boolean {
  const { slug: __, ...known } = toTerms(row)
  return !isDeepStrictEqual(known, terms)
}

export const toOffer: (row: OfferRow) => Offer = createView(Offer)

const toVisitor = createView(PublicOffer.omit({ requiresAccount: true }))

/**
 * Returns an offer for the public catalog. `accountSlugs` are the offers that only a signed-in user
 * can buy.
 */
export const toPublicOffer = (row: OfferRow, accountSlugs: readonly string[]): PublicOffer => ({
  ...toVisitor(row),
  requiresAccount: accountSlugs.includes(row.slug),
})
