import { z } from 'zod'
import { EmailAddress } from '../core/email-address.ts'
import { etag, ifMatch } from '../core/headers.ts'
import {
  byId,
  CreatedAt,
  GivenName,
  named,
  pageQuery,
  pageSchema,
  RecordId,
  Slug,
  UpdatedAt,
} from '../core/schemas.ts'
import { ok, page, tagged } from '../core/tagged.ts'
import { Currency, intervals } from './money/money.ts'

export const billingModels = ['custom_quote', 'one_off', 'recurring'] as const
const PriceCents = z.number().int().min(0).max(99_999_999)

const offerFields = {
  name: GivenName.describe('The name that customers read.'),
  description: z
    .string()
    .max(5_000)
    .describe('The text that customers read, at most 5,000 characters.'),
  priceCents: PriceCents.nullable().describe(
    'The price excluding VAT, in minor units. Null for an offer without a price.',
  ),
  currency: Currency.describe('The ISO 4217 code of the amounts, in upper case.'),
  billingModel: z
    .enum(billingModels)
    .describe(
      '`one_off` is paid once, `recurring` is paid each interval, and `custom_quote` is priced individually.',
    ),
  interval: z
    .enum(intervals)
    .nullable()
    .describe('The billing interval of a recurring offer. Null for other offers.'),
  slug: Slug.describe('The last part of the public URL, unique in the organisation.'),
}

export const Offer = named('Offer', {
  id: RecordId,
  ...offerFields,
  status: z.enum(['active', 'archived']).describe('`archived` offers are no longer sold.'),
  published: z.boolean().describe('True if visitors see the offer and can buy it.'),
  paymentsProductId: z
    .string()
    .nullable()
    .describe('The product’s id at the processor. Null if it is not there.'),
  paymentsPriceId: z
    .string()
    .nullable()
    .describe('The id of the current price at the processor. Null if it is not there.'),
  paymentsAccountId: z
    .string()
    .nullable()
    .describe(
      'The connected account at the processor that the offer belongs to. Null if there is none.',
    ),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
})
export type Offer = z.infer<typeof Offer>

export const CreateOffer = z.strictObject({
  ...offerFields,
  description: offerFields.description
    .default('')
    .describe('The text that customers read, at most 5,000 characters.'),
  priceCents: offerFields.priceCents
    .default(null)
    .describe('The price excluding VAT, in minor units. Null for an offer without a price.'),
  currency: Currency.default('EUR').describe(
    'The price’s ISO 4217 currency code. `EUR` by default.',
  ),
  interval: offerFields.interval
    .default(null)
    .describe('The billing interval of a recurring offer. Null for other offers.'),
  slug: Slug.optional().describe(
    'The last part of the public URL, unique in the organisation. By default it is made from the name, with an ending if another has it.',
  ),
  published: z
    .boolean()
    .default(true)
    .describe('True if visitors see the offer and can buy it. True by default.'),
})
export type CreateOffer = z.output<typeof CreateOffer>

export const UpdateOffer = z
  .strictObject({
    ...offerFields,
    published: z.boolean().describe('True if visitors see the offer and can buy it.'),
  })
  .partial()
export type UpdateOffer = z.output<typeof UpdateOffer>

/**
 * A public offer. `requiresAccount` is true if the offer grants access or credits, because then the
 * buyer needs an account.
 */
export const PublicOffer = named('PublicOffer', {
  name: z.string().describe('The name that customers read.'),
  description: z.string().describe('The text that customers read, at most 5,000 characters.'),
  priceCents: z
    .number()
    .int()
    .nullable()
    .describe('The price excluding VAT, in minor units. Null for an offer without a price.'),
  currency: z.string().describe('The ISO 4217 code of the amounts, in upper case.'),
  billingModel: z
    .enum(billingModels)
    .describe(
      '`one_off` is paid once, `recurring` is paid each interval, and `custom_quote` is priced individually.',
    ),
  interval: z
    .enum(intervals)
    .nullable()
    .describe('The billing interval of a recurring offer. Null for other offers.'),
  slug: z.string().describe('The last part of the public URL, unique in the organisation.'),
  requiresAccount: z
    .boolean()
    .describe('True if the buyer must sign in, because the offer grants access or credits.'),
})
export type PublicOffer = z.infer<typeof PublicOffer>

/** A public offer with its selling organisation. */
export const SoldOffer = PublicOffer.extend({
  seller: z
    .object({
      name: z.string().describe('The organisation’s name.'),
      logoUrl: z.string().nullable().describe('The organisation’s picture. Null if it has none.'),
    })
    .describe('The organisation that sells the offer.'),
}).meta({ id: 'SoldOffer' })
export type SoldOffer = z.infer<typeof SoldOffer>

export const OfferListQuery = z.object({
  q: z.string().trim().max(200).optional().describe('The text to search for.'),
  status: z
    .enum(['active', 'archived'])
    .optional()
    .describe('Returns only records with this status.'),
  billingModel: z
    .enum(billingModels)
    .optional()
    .describe('Returns only offers with this billing model.'),
  ...pageQuery,
})
export type OfferListQuery = z.output<typeof OfferListQuery>

const offers = tagged('Offers')
const shown = offers.org.resource('/api/offers', byId, 'The offer', Offer, etag)
const managed = offers.admin.resource('/api/offers', byId, 'The offer', Offer, etag)

export const listOffers = shown.list('listOffers', pageSchema(Offer), {
  sdk: 'offers.list',
  summary: 'The catalog, newest first. `q` searches name and description',
  query: OfferListQuery,
  example: { query: { status: 'active', limit: 10 } },
})

export const createOffer = managed.create('createOffer', {
  sdk: 'offers.create',
  summary: 'Add an offer',
  description:
    'If the processor is configured, an active offer with a price is mirrored there as a product and a price.',
  body: CreateOffer,
  errors: ['slug_taken', 'offer_invalid', 'amount_not_chargeable'],
  example: {
    body: {
      name: 'Bread delivery',
      description: 'Fresh bread at your door, six days a week',
      priceCents: 19_000,
      billingModel: 'recurring',
      interval: 'month',
      slug: 'bread-delivery',
    },
  },
})

export const getOffer = shown.get('getOffer', { sdk: 'offers.get', summary: 'One offer' })

export const updateOffer = managed.update('updateOffer', {
  sdk: 'offers.update',
  summary: 'Change an offer. A new price replaces the one at the processor',
  headers: ifMatch,
  body: UpdateOffer,
  errors: [
    'slug_taken',
    'offer_archived',
    'offer_invalid',
    'amount_not_chargeable',
    'precondition_failed',
  ],
  example: { body: { description: 'Fresh bread at your door, seven days a week' } },
})

export const archiveOffer = managed.action('archiveOffer', 'archive', {
  sdk: 'offers.archive',
  summary: 'Archive an offer and its product at the processor',
  idempotent: true,
  example: { params: { id: '{course.id}' } },
})

export const listPublicOffers = offers.public.get(
  'listPublicOffers',
  '/api/public/offers/{orgSlug}',
  {
    sdk: 'publicOffers.list',
    summary: 'The published active offers of an organisation, for visitors, oldest first',
    params: z.object({ orgSlug: z.string().describe('The organisation’s slug.') }),
    query: z.object(pageQuery),
    responses: page(PublicOffer),
    example: { params: { orgSlug: '{org.slug}' }, query: { limit: 10 } },
  },
)

const publicOne = z.object({
  orgSlug: z.string().describe('The organisation’s slug.'),
  slug: z.string().describe('The record’s slug, the last part of its public URL.'),
})
export const getPublicOffer = offers.public.get(
  'getPublicOffer',
  '/api/public/offers/{orgSlug}/{slug}',
  {
    sdk: 'publicOffers.get',
    summary: 'One published active offer with its seller, for visitors',
    params: publicOne,
    responses: ok('The offer', SoldOffer),
    example: { params: { orgSlug: '{org.slug}', slug: 'bread-delivery' } },
  },
)

export const checkoutOffer = offers.optional.post(
  'checkoutOffer',
  '/api/public/offers/{orgSlug}/{slug}/checkout',
  {
    sdk: 'publicOffers.checkout',
    summary: 'Start buying an offer at the processor',
    description:
      'A plan needs a signed-in buyer and follows the rules of `POST /api/entitlements/checkout`. A top-up of credits is refused with `requires_account`. Buy it with `POST /api/credits/checkout`.',
    idempotent: true,
    params: publicOne,
    body: z.strictObject({
      email: EmailAddress.optional().describe(
        'The buyer’s email address, filled in at the processor.',
      ),
    }),
    bodyOptional: true,
    responses: ok(
      'The payment page',
      z.object({ url: z.string().describe('The processor’s payment page.') }),
    ),
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
    example: {
      params: { orgSlug: '{org.slug}', slug: 'baking-course' },
      body: { email: 'buyer@example.com' },
    },
  },
)
