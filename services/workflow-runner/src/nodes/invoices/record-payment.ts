import { DayOrMoment, paymentMethods } from '@atrium/contracts'
import { z } from 'zod'
import { actOnItems } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'
import { keyParam } from '../publish/publish-params.ts'
import { readNumeral } from '../shared-params.ts'
import { itemKeys } from '../write/item-keys.ts'

export const recordPayment = defineNode({
  type: 'record_payment',
  label: 'Record payment',
  description: 'Records a payment of an open invoice for each item, once',
  category: 'act',
  keywords: ['invoice', 'paid', 'pay', 'money', 'bank', 'mark as paid', 'transfer'],
  params: z.object({
    invoiceId: z.string().trim().min(1).max(200).describe('The invoice’s id'),
    amountCents: z
      .preprocess(readNumeral, z.number().int().min(1).max(999_999_999_999).optional())
      .describe('The amount in minor units: 12000 is 120.00. By default, what is due'),
    paidAt: DayOrMoment.optional()
      .meta({ format: 'day-or-moment' })
      .describe('The day of the payment. By default, today'),
    method: z.enum(paymentMethods).default('transfer').describe('How it was paid'),
    reference: z
      .string()
      .trim()
      .max(200)
      .optional()
      .describe('The reference on the bank statement'),
    key: keyParam,
  }),
  emits: emitted({
    payment: field.object('Payment', {
      id: 'pay_01k2m8f3q7',
      invoiceId: 'inv_01k2m8f3q7',
      amountCents: 158_628,
      paidAt: '2026-05-06',
      method: 'transfer',
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
      async (item, at, { key, invoiceId, amountCents, paidAt, method, reference = '' }) => {
        const asked = {
          orgId,
          userId,
          key: keyOf(item, at, key),
          invoiceId,
          method,
          reference: reference === '' ? null : reference,
          ...(amountCents === undefined ? {} : { amountCents }),
          ...(paidAt === undefined ? {} : { paidAt }),
        }
        const { payment, created } = await ports.invoicing.payInvoice(asked, signal)
        if (!created) existingCount += 1
        return context.derive(item, { json: { ...item.json, payment } })
      },
      { notes: () => (existingCount === 0 ? [] : [`Already there: ${existingCount}`]) },
    )
  },
})
