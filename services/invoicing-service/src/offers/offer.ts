import {
  type CreateOffer,
  type Offer,
  offerErrors,
  type PublicOffer,
  type UpdateOffer,
} from '@atrium/contracts'
import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'

export type OfferRow = Selectable<Database['offers']>

export { offerErrors }

export interface OfferTerms {
  name: string
  description: string
  priceCents: number | null
  currency: string
  billingModel: OfferRow['billing_model']
  interval: OfferRow['interval']
  slug: string
}

/** What belongs together: a price unless quoted on request, an interval exactly when recurring. Throws 422. */
export function checkTerms(terms: OfferTerms): void {
  const errors = []
  if (terms.billingModel !== 'custom_quote' && terms.priceCents === null) {
    errors.push({ path: 'priceCents', message: 'A priced offer needs a price' })
  }
  if (terms.billingModel === 'recurring' && terms.interval === null) {
    errors.push({ path: 'interval', message: 'A recurring offer needs an interval' })
  }
  if (terms.billingModel !== 'recurring' && terms.interval !== null) {
    errors.push({ path: 'interval', message: 'Only a recurring offer has an interval' })
  }
  if (errors.length > 0) throw offerErrors.offer_invalid({ details: { errors } })
}

/** A slug from a name: lower-case ASCII words joined by hyphens, `offer` when nothing is left. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 60)
    .replace(/(?<!-)-+$/, '')
  return slug === '' ? 'offer' : slug
}

export const termsOf = (input: CreateOffer): OfferTerms => ({
  name: input.name,
  description: input.description,
  priceCents: input.priceCents,
  currency: input.currency,
  billingModel: input.billingModel,
  interval: input.interval,
  slug: input.slug ?? slugOf(input.name),
})

/** The terms after a change. */
export const changedTerms = (row: OfferRow, change: UpdateOffer): OfferTerms => ({
  name: change.name ?? row.name,
  description: change.description ?? row.description,
  priceCents: change.priceCents === undefined ? centsOf(row.price_cents) : change.priceCents,
  currency: change.currency ?? row.currency,
  billingModel: change.billingModel ?? row.billing_model,
  interval: change.interval === undefined ? row.interval : change.interval,
  slug: change.slug ?? row.slug,
})

const centsOf = (value: string | null): number | null => (value === null ? null : Number(value))

/** Whether the processor's immutable price no longer fits (docs/reference/invoicing.md, "Offers"). */
export function needsNewPrice(row: OfferRow, terms: OfferTerms): boolean {
  return (
    centsOf(row.price_cents) !== terms.priceCents ||
    row.currency !== terms.currency ||
    row.billing_model !== terms.billingModel ||
    row.interval !== terms.interval ||
    row.name !== terms.name ||
    row.description !== terms.description
  )
}

/** A row as the API shows it. */
export const toOffer = (row: OfferRow): Offer => ({
  id: row.id,
  name: row.name,
  description: row.description,
  priceCents: centsOf(row.price_cents),
  currency: row.currency,
  billingModel: row.billing_model,
  interval: row.interval,
  slug: row.slug,
  status: row.status,
  paymentsProductId: row.payments_product_id,
  paymentsPriceId: row.payments_price_id,
  paymentsAccountId: row.payments_account_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** A row as a visitor sees it. `accountSlugs`: the offers that only somebody with an account can buy. */
export const toPublicOffer = (row: OfferRow, accountSlugs: readonly string[]): PublicOffer => ({
  name: row.name,
  description: row.description,
  priceCents: centsOf(row.price_cents),
  currency: row.currency,
  billingModel: row.billing_model,
  interval: row.interval,
  slug: row.slug,
  requiresAccount: accountSlugs.includes(row.slug),
})
