import { DayOrMoment, InvoiceLineItem, VatRateBps } from '@atrium/contracts'
import { z } from 'zod'
import { NodeError } from '../../engine/index.ts'
import { actOnItems } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'
import { keyParam } from '../publish/publish-params.ts'
import { readNumeral } from '../shared-params.ts'
import { itemKeys } from '../write/item-keys.ts'

const { quantity, unitAmountCents } = InvoiceLineItem.shape
const Line = InvoiceLineItem.extend({
  quantity: z.preprocess(readNumeral, quantity).describe('How many, with at most four decimals'),
  unitAmountCents: z
    .preprocess(readNumeral, unitAmountCents)
    .describe('The price of one without VAT, in minor units'),
})

export const createInvoiceDraft = defineNode({
  type: 'create_invoice_draft',
  label: 'Create invoice draft',
  description: 'Drafts an invoice for each item, once. Nothing is sent until somebody issues it',
  category: 'act',
  keywords: ['invoice', 'bill', 'billing', 'money', 'draft', 'new invoice', 'charge'],
  params: z.object({
    customerId: z.string().trim().min(1).max(200).describe('The customer’s id'),
    lineItems: z
      .array(Line)
      .min(1)
      .max(500)
      .optional()
      .describe('The lines, without VAT. Give either lines or a product'),
    offerId: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('The id of the product whose name and price become the only line'),
    vatRateBps: VatRateBps.default(0).describe('The VAT rate in basis points: 2000 is 20 %'),
    dueDate: DayOrMoment.optional()
      .meta({ format: 'day-or-moment' })
      .describe('The due day. By default, 30 days after the invoice is issued'),
    key: keyParam,
  }),
  emits: emitted({
    invoice: field.object('Invoice', {
      id: 'inv_01k2m8f3q7',
      status: 'draft',
      totalAmountCents: 158_628,
      currency: 'EUR',
    }),
  }),
  issuesMoney: true,
  usesPersonsRights: true,
  needs: ['org', 'invoicing'],
  async execute(items, _params, context) {
    const { orgId, userId, ports, signal } = context
    const keyOf = itemKeys(context)
    let existingCount = 0
    return actOnItems(
      items,
      context,
      async (item, at, { key, lineItems, offerId, dueDate, customerId, vatRateBps }) => {
        if ((lineItems === undefined) === (offerId === undefined))
          throw new NodeError('Give the draft either lines or a product')
        const draft = {
          customerId,
          vatRateBps,
          ...(lineItems === undefined ? {} : { lineItems }),
          ...(offerId === undefined ? {} : { offerId }),
          ...(dueDate === undefined ? {} : { dueDate }),
        }
        const asked = { orgId, userId, key: keyOf(item, at, key), draft }
        const { invoice, created } = await ports.invoicing.draftInvoice(asked, signal)
        if (!created) existingCount += 1
        return context.derive(item, { json: { ...item.json, invoice } })
      },
      { notes: () => (existingCount === 0 ? [] : [`Already there: ${existingCount}`]) },
    )
  },
})
