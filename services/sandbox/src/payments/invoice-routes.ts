import type { z } from 'zod'
import { requireChargeable } from './currency.ts'
import {
  addLine,
  finalize,
  getInvoice,
  markUncollectible,
  newInvoice,
  pay,
  renumber,
  voidInvoice,
} from './invoices.ts'
import { freshId, type Invoice, nowSeconds } from './objects.ts'
import { params } from './params.ts'
import { ProviderError } from './provider-error.ts'
import { type ApiContext, on, page, type Route } from './route.ts'
import type { AccountState } from './state.ts'

const linesAtMost = 250
// A customer with this address never pays. An invoice mailed there is written off.
const insolventStart = 'insolvent@'

/** Returns a route that changes an invoice and responds with it. */
const changing = <S extends z.ZodType>(
  schema: S,
  change: (state: AccountState, invoice: Invoice, context: ApiContext, input: z.output<S>) => void,
): Route =>
  on(schema, (state, input, { id }, context) => {
    const invoice = getInvoice(state, id)
    change(state, invoice, context, input)
    return invoice
  })

export const invoiceRoutes: Readonly<Record<string, Route>> = {
  'POST /v1/invoices': on(params.invoice, (state, input) => {
    if (input.collection_method === 'send_invoice' && input.due_date === undefined) {
      throw new ProviderError({
        message: 'If invoice collection method is `send_invoice`, you must set `due_date`.',
        param: 'due_date',
      })
    }
    if (input.due_date !== undefined && input.due_date <= nowSeconds()) {
      throw new ProviderError({ message: 'The due date must be in the future.', param: 'due_date' })
    }
    return newInvoice(state, {
      customer: input.customer,
      currency: input.currency,
      dueDate: input.due_date ?? null,
      collectionMethod: input.collection_method,
      metadata: input.metadata ?? {},
      billingReason: 'manual',
      number: input.number,
    })
  }),
  'GET /v1/invoices': on(params.list, (state, input) => {
    const rows = [...state.invoices.values()].filter(
      (invoice) =>
        (input.customer === undefined || invoice.customer === input.customer) &&
        (input.status === undefined || invoice.status === input.status),
    )
    return page(rows.reverse(), input, '/v1/invoices')
  }),
  'GET /v1/invoices/:id': on(params.none, (state, _input, { id }) => getInvoice(state, id)),
  'GET /v1/invoices/:id/lines': on(params.list, (state, input, { id }) =>
    page(getInvoice(state, id).lines.data, input, `/v1/invoices/${id}/lines`),
  ),
  'POST /v1/invoices/:id': changing(params.invoiceChange, (state, invoice, _context, { number }) =>
    renumber(state, invoice, number),
  ),
  'DELETE /v1/invoices/:id': on(params.none, (state, _input, { id }) => {
    if (getInvoice(state, id).status !== 'draft') {
      throw new ProviderError({ message: 'Only a draft invoice can be deleted' })
    }
    state.invoices.delete(id)
    return { id, object: 'invoice', deleted: true }
  }),
  'POST /v1/invoices/:id/finalize': changing(params.none, finalize),
  'POST /v1/invoices/:id/send': changing(params.none, (state, invoice, { emit }) => {
    // The provider also mails a paid invoice and does not mention the payment.
    if (invoice.status !== 'open' && invoice.status !== 'paid') {
      throw new ProviderError({ message: 'Only an open or paid invoice can be sent' })
    }
    invoice.sent_count += 1
    emit(state, 'invoice.sent', invoice)
    const email = state.customers.get(invoice.customer)?.email ?? ''
    if (email.startsWith(insolventStart) && invoice.status === 'open')
      markUncollectible(state, invoice, { emit })
  }),
  'POST /v1/invoices/:id/void': changing(params.none, voidInvoice),
  'POST /v1/invoices/:id/pay': changing(params.invoicePayment, pay),
  'POST /v1/invoices/:id/mark_uncollectible': changing(params.none, markUncollectible),
  'POST /v1/invoiceitems': on(params.invoiceItem, (state, input) => {
    const invoice = getInvoice(state, input.invoice)
    if (invoice.customer !== input.customer || invoice.currency !== input.currency) {
      throw new ProviderError({
        message: 'The item and its invoice have different customers or currencies.',
      })
    }
    requireChargeable(input.amount, input.currency)
    if (invoice.lines.data.length >= linesAtMost) {
      throw new ProviderError({ message: `An invoice has at most ${linesAtMost} line items.` })
    }
    addLine(state, invoice, {
      amount: input.amount,
      description: input.description ?? null,
      taxRates: input.tax_rates ?? [],
    })
    return {
      id: freshId('ii'),
      object: 'invoiceitem',
      amount: input.amount,
      currency: input.currency,
      customer: input.customer,
      invoice: invoice.id,
      description: input.description ?? null,
    }
  }),
}
