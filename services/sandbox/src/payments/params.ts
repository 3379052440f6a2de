import { z } from 'zod'

const text = z.string().max(5_000)
const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'must be an integer')
  .transform(Number)
const decimal = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'must be a decimal')
  .transform(Number)
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const metadata = z.record(z.string().max(40), z.string().max(500))
const currency = z.string().regex(/^[a-z]{3}$/, 'must be a lower-case currency code')
const expand = z.array(z.string()).optional()
const url = z.url({ protocol: /^https?$/ })

const address = z
  .strictObject({
    line1: text,
    line2: text,
    city: text,
    postal_code: text,
    state: text,
    country: z.union([z.literal(''), z.string().length(2)]),
  })
  .partial()

// The supported parameters, a subset of the provider's. Everything else is refused.
export const params = {
  none: z.strictObject({ expand }),
  invoicePayment: z.strictObject({ expand, paid_out_of_band: flag.optional() }),
  account: z.strictObject({
    type: z.enum(['standard', 'express', 'custom']),
    business_profile: z.strictObject({ name: text }).partial().optional(),
    metadata: metadata.optional(),
  }),
  portal: z.strictObject({ customer: text, return_url: url }),
  accountLink: z.strictObject({
    account: text,
    refresh_url: url,
    return_url: url,
    type: z.literal('account_onboarding'),
  }),
  customer: z
    .strictObject({ name: text, email: z.email(), address, metadata, expand: z.array(z.string()) })
    .partial(),
  product: z.strictObject({
    name: text.min(1),
    description: text.min(1).optional(),
    metadata: metadata.optional(),
    active: flag.optional(),
  }),
  productChange: z
    .strictObject({ name: text.min(1), description: text, metadata, active: flag })
    .partial(),
  price: z.strictObject({
    product: text,
    currency,
    unit_amount: integer,
    recurring: z.strictObject({ interval: z.enum(['month', 'year']) }).optional(),
    metadata: metadata.optional(),
  }),
  priceChange: z.strictObject({ active: flag, metadata }).partial(),
  taxRate: z.strictObject({
    display_name: text,
    percentage: decimal,
    inclusive: flag,
    metadata: metadata.optional(),
  }),
  invoice: z.strictObject({
    customer: text,
    collection_method: z
      .enum(['send_invoice', 'charge_automatically'])
      .default('charge_automatically'),
    due_date: integer.optional(),
    auto_advance: flag.optional(),
    pending_invoice_items_behavior: z.enum(['include', 'exclude']).optional(),
    currency: currency.default('eur'),
    number: z.string().min(1).max(26).optional(),
    metadata: metadata.optional(),
    expand,
  }),
  invoiceChange: z.strictObject({ number: z.string().max(26) }),
  invoiceItem: z.strictObject({
    customer: text,
    invoice: text,
    currency,
    amount: integer,
    description: text.optional(),
    tax_rates: z.array(text).optional(),
    metadata: metadata.optional(),
  }),
  creditNote: z.strictObject({
    invoice: text,
    amount: integer.optional(),
    lines: z
      .array(
        z.strictObject({
          type: z.literal('custom_line_item'),
          description: text.min(1),
          quantity: z.literal('1'),
          unit_amount: integer,
          tax_amounts: z
            .array(z.strictObject({ amount: integer, tax_rate: text, taxable_amount: integer }))
            .optional(),
        }),
      )
      .min(1)
      .optional(),
    out_of_band_amount: integer.optional(),
    memo: text.optional(),
    email_type: z.enum(['credit_note', 'none']).optional(),
    metadata: metadata.optional(),
  }),
  session: z.strictObject({
    mode: z.enum(['payment', 'subscription']),
    line_items: z
      .array(z.strictObject({ price: text, quantity: integer.pipe(z.number().min(1)) }))
      .length(1),
    success_url: url,
    cancel_url: url.optional(),
    customer_email: z.email().optional(),
    expires_at: integer.optional(),
    customer_creation: z.enum(['always', 'if_required']).optional(),
    invoice_creation: z.strictObject({ enabled: flag }).optional(),
    subscription_data: z.strictObject({ metadata: metadata.optional() }).optional(),
    metadata: metadata.optional(),
  }),
  invoicePayments: z.strictObject({
    payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }),
    limit: integer.pipe(z.number().min(1).max(100)).optional(),
  }),
  sessions: z.strictObject({
    payment_intent: text,
    limit: integer.pipe(z.number().min(1).max(100)).optional(),
  }),
  list: z
    .strictObject({
      limit: integer.pipe(z.number().min(1).max(100)),
      starting_after: text,
      customer: text,
      invoice: text,
      status: text,
      type: text,
      types: z.array(text),
      created: z.strictObject({ gte: integer, gt: integer, lt: integer, lte: integer }).partial(),
    })
    .partial(),
}
