import { createHash, randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import {
  cutText,
  longestDescription,
  type Processor,
  type ProcessorCustomer,
} from '../processor.ts'
import { toProviderAmount } from '../provider-amount.ts'
import { callStripe, callStripeAnew, createStripeClient } from './call-stripe.ts'
import { findStripePayment } from './find-stripe-payment.ts'
import { mirrorStripeOffer } from './mirror-stripe-offer.ts'
import {
  AccountShape,
  Id,
  InvoiceShape,
  IssuedShape,
  Lines,
  SentEvent,
  SessionShape,
  Unread,
  Url,
} from './shapes.ts'
import { createStripeCreditNote, findStripeCreditNote } from './stripe-credit-notes.ts'
import { EventPage, listStripeEvents, type Span } from './stripe-events.ts'

const toAddress = (customer: ProcessorCustomer) => ({
  line1: customer.billingLine1 ?? '',
  line2: customer.billingLine2 ?? '',
  city: customer.billingCity ?? '',
  postal_code: customer.billingPostalCode ?? '',
  state: customer.billingState ?? '',
  country: customer.billingCountry ?? '',
})

/** Leaves out empty fields, because they would clear values that a new customer does not have. */
function toNewContact(customer: ProcessorCustomer): Stripe.CustomerCreateParams {
  const addressParts = Object.entries(toAddress(customer)).filter(([, value]) => value !== '')
  return {
    name: customer.name,
    email: customer.email,
    ...(addressParts.length === 0 ? {} : { address: Object.fromEntries(addressParts) }),
    metadata: { customer_id: customer.id },
  }
}

// A lost object's key would return the lost object again.
const instead = (gone: string | undefined): string =>
  gone === undefined ? '' : `:instead-of:${gone}`

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

/**
 * Creates the processor for Stripe Connect with direct charges. Every call for an org has
 * `Stripe-Account`, and every POST has an idempotency key made from our own ids. The
 * `Stripe-Version` is the one that the package was built for.
 */
export function createStripeProcessor(...client: Parameters<typeof createStripeClient>): Processor {
  const stripe = createStripeClient(...client)
  const on = (stripeAccount: string, idempotencyKey?: string): Stripe.RequestOptions =>
    idempotencyKey === undefined ? { stripeAccount } : { stripeAccount, idempotencyKey }

  /** Runs a call and ignores its response. If `step` names a step, the call has its own key. */
  const act = async (
    accountId: string,
    step: string | undefined,
    run: (on: Stripe.RequestOptions) => Promise<unknown>,
  ): Promise<void> => {
    await callStripe(Unread, () => run(on(accountId, step && `${step}:${randomUUID()}`)))
  }
  const archivePrice = (accountId: string, id: string): Promise<void> =>
    act(accountId, `archive:${id}`, (to) => stripe.prices.update(id, { active: false }, to))

  const eventPages =
    (accountId: string, type?: string) => (created: Span, after: string | undefined) =>
      callStripe(EventPage, () =>
        stripe.events.list(
          {
            created,
            limit: 100,
            ...(type === undefined ? {} : { type }),
            ...(after === undefined ? {} : { starting_after: after }),
          },
          on(accountId),
        ),
      )

  return {
    createAccount(orgId, nth, name) {
      const named = name === undefined ? {} : { business_profile: { name } }
      // The provider refuses the same key if the name has changed.
      const key = `account:${orgId}${nth === 0 ? '' : `:${nth}`}${name === undefined ? '' : `:${digest(name)}`}`
      return callStripeAnew(AccountShape, key, (idempotencyKey) =>
        stripe.accounts.create(
          { type: 'standard', metadata: { org_id: orgId }, ...named },
          { idempotencyKey },
        ),
      )
    },
    onboardingUrl: (accountId, returnUrl) =>
      callStripe(Url, () =>
        stripe.accountLinks.create(
          {
            account: accountId,
            refresh_url: returnUrl,
            return_url: returnUrl,
            type: 'account_onboarding',
          },
          { idempotencyKey: `onboarding:${accountId}:${randomUUID()}` },
        ),
      ),
    account: (accountId) => callStripe(AccountShape, () => stripe.accounts.retrieve(accountId)),

    createCustomer(accountId, customer, insteadOf) {
      const params = toNewContact(customer)
      // The provider refuses the same key if the contact has changed.
      const key = `customer:${customer.id}:${accountId}:${digest(params)}${instead(insteadOf)}`
      return callStripeAnew(Id, key, (fresh) =>
        stripe.customers.create(params, on(accountId, fresh)),
      )
    },
    updateCustomer: (accountId, id, customer) =>
      act(accountId, `customer:${customer.id}`, (to) => {
        const { name, email } = customer
        return stripe.customers.update(id, { name, email, address: toAddress(customer) }, to)
      }),
    createTaxRate(accountId, rateBps, insteadOf) {
      const params = { display_name: 'VAT', percentage: rateBps / 100, inclusive: false }
      const key = `tax:${accountId}:${rateBps}${instead(insteadOf)}`
      return callStripeAnew(Id, key, (fresh) =>
        stripe.taxRates.create(params, on(accountId, fresh)),
      )
    },

    createInvoice: (accountId, draft) =>
      callStripe(Id, () =>
        stripe.invoices.create(
          {
            customer: draft.customerId,
            collection_method: 'send_invoice',
            due_date: Math.floor(draft.dueDate.getTime() / 1000),
            auto_advance: false,
            pending_invoice_items_behavior: 'exclude',
            currency: draft.currency.toLowerCase(),
            metadata: { invoice_id: draft.invoiceId },
            ...(draft.number === null ? {} : { number: draft.number }),
          },
          // The provider refuses the same key if the number has changed.
          on(
            accountId,
            [draft.key, 'create', ...(draft.number === null ? [] : [draft.number])].join(':'),
          ),
        ),
      ),
    async addInvoiceLine(accountId, line) {
      await callStripe(Id, () =>
        stripe.invoiceItems.create(
          {
            customer: line.customerId,
            invoice: line.processorInvoiceId,
            currency: line.currency.toLowerCase(),
            amount: toProviderAmount(line.amountCents, line.currency),
            description: cutText(line.description, longestDescription),
            tax_rates: [line.taxRateId],
          },
          on(accountId, line.key),
        ),
      )
    },
    async numberInvoice(accountId, id, number, key) {
      await callStripe(Unread, () => stripe.invoices.update(id, { number }, on(accountId, key)))
    },
    finalizeInvoice: (accountId, id, key) =>
      callStripe(IssuedShape, () => stripe.invoices.finalizeInvoice(id, {}, on(accountId, key))),
    async sendInvoice(accountId, id, key) {
      await callStripe(Unread, () => stripe.invoices.sendInvoice(id, {}, on(accountId, key)))
    },
    deleteInvoiceDraft: (accountId, id) =>
      act(accountId, undefined, (to) => stripe.invoices.del(id, undefined, to)),
    voidInvoice: (accountId, id) =>
      act(accountId, `void:${id}`, (to) => stripe.invoices.voidInvoice(id, {}, to)),
    payOutside: (accountId, id) =>
      act(accountId, `pay-outside:${id}`, (to) =>
        stripe.invoices.pay(id, { paid_out_of_band: true }, to),
      ),
    invoice: (accountId, id) =>
      callStripe(InvoiceShape, () => stripe.invoices.retrieve(id, undefined, on(accountId))),
    async invoiceLines(accountId, id, most) {
      const lines = await callStripe(Lines, () =>
        stripe.invoices
          .listLineItems(id, { limit: 100 }, on(accountId))
          .autoPagingToArray({ limit: most + 1 }),
      )
      return lines.length > most ? undefined : lines
    },

    findPayment: (accountId, intent) => findStripePayment(stripe, accountId, intent),
    createCreditNote: (accountId, note) => createStripeCreditNote(stripe, accountId, note),
    findCreditNote: (accountId, note) => findStripeCreditNote(stripe, accountId, note),
    voidCreditNote: (accountId, id) =>
      act(accountId, `void:${id}`, (to) => stripe.creditNotes.voidCreditNote(id, {}, to)),

    mirrorOffer: (accountId, mirror) => mirrorStripeOffer(stripe, accountId, mirror),
    archivePrice,
    describeProduct: (accountId, id, { name, description }) =>
      act(accountId, `describe:${id}`, (to) =>
        stripe.products.update(id, { name, description, active: true }, to),
      ),
    async archiveProduct(accountId, id, priceId) {
      if (priceId !== null) await archivePrice(accountId, priceId)
      await act(accountId, `archive:${id}`, (to) =>
        stripe.products.update(id, { active: false }, to),
      )
    },

    checkout(accountId, { key, mode, priceId, quantity, email, expiresAt, ...request }) {
      const metadata = { ...request.metadata }
      return callStripeAnew(SessionShape, key, (fresh) =>
        stripe.checkout.sessions.create(
          {
            mode,
            line_items: [{ price: priceId, quantity }],
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
            metadata,
            ...(expiresAt === null ? {} : { expires_at: Math.floor(expiresAt.getTime() / 1000) }),
            ...(email === null ? {} : { customer_email: email }),
            ...(mode === 'subscription'
              ? { subscription_data: { metadata } }
              : { customer_creation: 'always' as const, invoice_creation: { enabled: true } }),
          },
          on(accountId, fresh),
        ),
      )
    },
    portalUrl: (accountId, customer, returnUrl) =>
      callStripe(Url, () =>
        stripe.billingPortal.sessions.create(
          { customer, return_url: returnUrl },
          on(accountId, `portal:${customer}:${randomUUID()}`),
        ),
      ),
    expireCheckout: (accountId, id) =>
      act(accountId, `expire:${id}`, (to) => stripe.checkout.sessions.expire(id, {}, to)),
    async mailedAt(accountId, id, since) {
      const span = { gte: Math.floor(since.getTime() / 1000) }
      for await (const event of listStripeEvents(eventPages(accountId, 'invoice.sent'), span)) {
        const sent = SentEvent.safeParse(event)
        if (sent.success && sent.data.data.object.id === id)
          return new Date(sent.data.created * 1000)
      }
      return undefined
    },
    events: (accountId, since) => listStripeEvents(eventPages(accountId), { gte: since }),
  }
}
