import { z } from 'zod'
import { EmailAddress } from '../core/email-address.ts'
import { etag, ifMatch } from '../core/headers.ts'
import { byId, GivenName, named, pageQuery, pageSchema, Slug, Timestamp } from '../core/schemas.ts'
import { ok, page, tagged } from '../core/tagged.ts'
import { Currency, intervals } from './money.ts'

export const billingModels = ['custom_quote', 'one_off', 'recurring'] as const
const PriceCents = z.number().int().min(0).max(99_999_999)

const offerFields = {
  name: GivenName,
  description: z.string().max(5_000),
  priceCents: PriceCents.nullable(),
  currency: Currency,
  billingModel: z.enum(billingModels),
  interval: z.enum(intervals).nullable(),
  slug: Slug,
}

export const Offer = named('Offer', {
  id: z.string(),
  ...offerFields,
  status: z.enum(['active', 'archived']),
  published: z.boolean(),
  paymentsProductId: z.string().nullable(),
  paymentsPriceId: z.string().nullable(),
  paymentsAccountId: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Offer = z.infer<typeof Offer>

export const CreateOffer = z.strictObject({
  ...offerFields,
  description: offerFields.description.default(''),
  priceCents: offerFields.priceCents.default(null),
  currency: Currency.default('EUR'),
  interval: offerFields.interval.default(null),
  slug: Slug.optional(),
  published: z.boolean().default(true),
})
export type CreateOffer = z.output<typeof CreateOffer>

export const UpdateOffer = z.strictObject({ ...offerFields, published: z.boolean() }).partial()
export type UpdateOffer = z.output<typeof UpdateOffer>

/**
 * A public offer. `requiresAccount` is true if the offer grants access or credits, because then the
 * buyer needs an account.
 */
export const PublicOffer = named('PublicOffer', {
  name: z.string(),
  description: z.string(),
  priceCents: z.number().int().nullable(),
  currency: z.string(),
  billingModel: z.enum(billingModels),
  interval: z.enum(intervals).nullable(),
  slug: z.string(),
  requiresAccount: z.boolean(),
})
export type PublicOffer = z.infer<typeof PublicOffer>

/** A public offer with its selling organisation. */
export const SoldOffer = PublicOffer.extend({
  seller: z.object({ name: z.string(), logoUrl: z.string().nullable() }),
}).meta({ id: 'SoldOffer' })
export type SoldOffer = z.infer<typeof SoldOffer>

export const OfferListQuery = z.object({
  q: z.string().trim().max(200).optional(),
  status: z.enum(['active', 'archived']).optional(),
  billingModel: z.enum(billingModels).optional(),
  ...pageQuery,
})
export type OfferListQuery = z.output<typeof OfferListQuery>

const offers = tagged('Offers')
const shown = offers.org.resource('/api/offers', byId, 'The offer', Offer, etag)
const managed = offers.admin.resource('/api/offers', byId, 'The offer', Offer, etag)

export const listOffers = shown.list('listOffers', pageSchema(Offer), {
  sdk: 'offers.list',
  summary: 'The catalog, newest first; `q` searches name and description',
  query: OfferListQuery,
})

export const createOffer = managed.create('createOffer', {
  sdk: 'offers.create',
  summary: 'Add an offer',
  description:
    'An active priced offer is mirrored to the processor as a product and a price when it is configured.',
  body: CreateOffer,
  errors: ['slug_taken', 'offer_invalid', 'amount_not_chargeable'],
})

export const getOffer = shown.get('getOffer', { sdk: 'offers.get', summary: 'One offer' })

export const updateOffer = managed.update('updateOffer', {
  sdk: 'offers.update',
  summary: 'Change an offer; a new price replaces the price at the processor',
  headers: ifMatch,
  body: UpdateOffer,
  errors: [
    'slug_taken',
    'offer_archived',
    'offer_invalid',
    'amount_not_chargeable',
    'precondition_failed',
  ],
})

export const archiveOffer = managed.action('archiveOffer', 'archive', {
  sdk: 'offers.archive',
  summary: 'Archive an offer and its product at the processor',
  idempotent: true,
})

export const listPublicOffers = offers.public.get(
  'listPublicOffers',
  '/api/public/offers/{orgSlug}',
  {
    sdk: 'publicOffers.list',
    summary: 'The published active offers of an organisation, for visitors, oldest first',
    params: z.object({ orgSlug: z.string() }),
    query: z.object(pageQuery),
    responses: page(PublicOffer),
  },
)

const publicOne = z.object({ orgSlug: z.string(), slug: z.string() })
export const getPublicOffer = offers.public.get(
  'getPublicOffer',
  '/api/public/offers/{orgSlug}/{slug}',
  {
    sdk: 'publicOffers.get',
    summary: 'One published active offer with its seller, for visitors',
    params: publicOne,
    responses: ok('The offer', SoldOffer),
  },
)

export const checkoutOffer = offers.optional.post(
  'checkoutOffer',
  '/api/public/offers/{orgSlug}/{slug}/checkout',
  {
    sdk: 'publicOffers.checkout',
    summary: 'Begin to buy an offer at the processor',
    description:
      'A plan needs a signed-in buyer and follows the rules of `POST /api/entitlements/checkout`; a top-up of credits is `requires_account`, and is bought with `POST /api/credits/checkout`.',
    idempotent: true,
    params: publicOne,
    body: z.strictObject({ email: EmailAddress.optional() }),
    bodyOptional: true,
    responses: ok('The page of the payment', z.object({ url: z.string() })),
    errors: [
      'not_configured',
      'offer_not_priced',
      'requires_account',
      'already_subscribed',
      'checkout_running',
      'account_mismatch',
      'amount_not_chargeable',
      'charges_not_enabled',
      'processor_refused',
    ],
  },
)
