import {
  createCustomer,
  createInvoice,
  finalizeInvoice,
  getInvoice,
  listCustomers,
  listInvoices,
  listOffers,
  markInvoicePaid,
  sendInvoice,
  summariseInvoices,
  updateInvoice,
  voidInvoice,
} from '@atrium/contracts'
import { nextPage } from './next-page.ts'
import { operationTool } from './operation-tool.ts'
import type { Tool } from './tool.ts'

/** Annotations of tools that commit the organisation to something towards a customer. */
const money = { destructiveHint: true, openWorldHint: true } as const

/** Customers, products and invoices. Amounts are integers in the currency's smallest unit. */
export const billingTools: readonly Tool[] = [
  operationTool({
    name: 'list_customers',
    title: 'List customers',
    operation: listCustomers,
    description:
      'Customers with their addresses, newest first, in pages. Call it to find the `customerId` of an invoice. Example: {"limit": 50}',
    next: nextPage,
  }),
  operationTool({
    name: 'create_customer',
    title: 'Add a customer',
    operation: createCustomer,
    description:
      'Adds somebody who can be billed. Look with list_customers first, so that no customer exists twice. Example: {"name": "Harbour Ltd", "email": "books@harbour.example", "billingCountry": "IE", "currency": "EUR"}',
    next: (answer) => `Bill it with create_invoice {"customerId": "${answer['id']}", …}.`,
  }),
  operationTool({
    name: 'list_offers',
    title: 'List offers',
    operation: listOffers,
    description:
      'The catalog with prices in cents, newest first. An invoice can have an `offerId` instead of lines. Example: {}',
    next: nextPage,
  }),
  operationTool({
    name: 'list_invoices',
    title: 'List invoices',
    operation: listInvoices,
    description:
      'Invoices by number or customer (`q`), `status` (draft, open, paid, void, uncollectible), `overdue`, period and amount, in pages. Amounts are cents. For sums use summarise_invoices instead of adding up pages. Example: {"overdue": "true", "sortBy": "dueDate", "sortDir": "asc"}',
    next: nextPage,
  }),
  operationTool({
    name: 'summarise_invoices',
    title: 'Summarise invoices',
    operation: summariseInvoices,
    description:
      'What is paid, outstanding and overdue in each currency. With `by` also per month, customer or offer. Example: {"by": "customer", "from": "2026-01-01", "to": "2026-03-31"}',
  }),
  operationTool({
    name: 'get_invoice',
    title: 'Read an invoice',
    operation: getInvoice,
    description: 'One invoice with its lines, by its id. Example: {"id": "inv_0192…"}',
  }),
  operationTool({
    name: 'create_invoice',
    title: 'Draft an invoice',
    operation: createInvoice,
    description:
      'Drafts an invoice. The customer sees nothing yet. Give either `lineItems` (amounts in cents, without VAT) or an `offerId`. `vatRateBps` is the VAT rate in hundredths of a percent: 1900 is 19 %. Needs the role admin. Example: {"customerId": "cus_0192…", "lineItems": [{"description": "Consulting", "quantity": 3, "unitAmountCents": 12000}], "vatRateBps": 1900}',
    next: (answer) =>
      `Show the totals to the person. Change it with update_invoice, or issue it with finalize_invoice {"id": "${answer['id']}"}.`,
  }),
  operationTool({
    name: 'update_invoice',
    title: 'Change a draft invoice',
    operation: updateInvoice,
    description:
      'Changes a draft. An issued invoice cannot be changed. Void or credit it instead. Needs the role admin. Example: {"id": "inv_0192…", "vatRateBps": 700}',
  }),
  operationTool({
    name: 'finalize_invoice',
    title: 'Issue an invoice',
    operation: finalizeInvoice,
    effects: money,
    description:
      'Gives a draft its number, opens it and sends it to the customer. It is binding, so show the person the total and ask first. Needs the role admin. Example: {"id": "inv_0192…", "idempotencyKey": "issue-inv_0192"}',
    next: (answer) =>
      [answer['warnings'], answer['eInvoiceWarnings']]
        .flat()
        .some((warning) => warning !== undefined)
        ? 'Tell the person about the warnings and their remedies.'
        : undefined,
  }),
  operationTool({
    name: 'send_invoice',
    title: 'Mail an invoice again',
    operation: sendInvoice,
    effects: { destructiveHint: true, openWorldHint: true },
    description:
      'Mails an open invoice to its customer again, as a reminder does. Ask the person before mailing several. Needs the role admin. Example: {"id": "inv_0192…", "idempotencyKey": "remind-inv_0192-march"}',
  }),
  operationTool({
    name: 'mark_invoice_paid',
    title: 'Record a payment',
    operation: markInvoicePaid,
    effects: money,
    description:
      'Records that an open invoice was paid outside the payment processor, only if the person says so. Needs the role admin. Example: {"id": "inv_0192…", "paidAt": "2026-03-02T00:00:00Z", "method": "bank transfer", "reference": "7731"}',
  }),
  operationTool({
    name: 'void_invoice',
    title: 'Void an invoice',
    operation: voidInvoice,
    effects: { ...money, idempotentHint: true },
    description:
      'Voids an open invoice. The customer then owes nothing for it, and its number stays used. Ask the person first. Needs the role admin. Example: {"id": "inv_0192…"}',
  }),
]
