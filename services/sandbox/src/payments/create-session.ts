import type { z } from 'zod'
import { freshId, nowSeconds, type Session } from './objects.ts'
import type { params } from './params.ts'
import { ProviderError } from './provider-error.ts'
import { found } from './route.ts'
import type { AccountState } from './state.ts'

/**
 * Opens a checkout session for one of the account's prices. Throws if the price is inactive or has
 * the other mode.
 */
export function createSession(
  state: AccountState,
  input: z.output<typeof params.session>,
  origin: string,
): Session {
  const [{ price: priceId, quantity } = { price: '', quantity: 1 }] = input.line_items
  const price = found(state.prices, 'price', priceId)
  if (!price.active) throw new ProviderError({ message: 'The price specified is inactive.' })
  if ((price.recurring !== null) !== (input.mode === 'subscription')) {
    throw new ProviderError({
      message: `You specified \`${input.mode}\` mode but passed a price of the other kind.`,
      param: 'line_items[0][price]',
    })
  }
  const created = nowSeconds()
  const expires = input.expires_at ?? created + 86_400
  if (expires < created + 1_800 || expires > created + 86_400) {
    throw new ProviderError({
      message: 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.',
      param: 'expires_at',
    })
  }
  const id = freshId('cs_test')
  const amount = (price.unit_amount ?? 0) * quantity
  const session: Session = {
    id,
    object: 'checkout.session',
    mode: input.mode,
    status: 'open',
    payment_status: 'unpaid',
    url: `${origin}/pay/checkout/${state.account.id}/${id}`,
    amount_subtotal: amount,
    amount_total: amount,
    currency: price.currency,
    customer: null,
    customer_email: input.customer_email ?? null,
    customer_details: null,
    invoice: null,
    subscription: null,
    success_url: input.success_url,
    cancel_url: input.cancel_url ?? null,
    created,
    expires_at: expires,
    livemode: false,
    metadata: { ...input.metadata, ...input.subscription_data?.metadata },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    line_price: price.id,
    line_quantity: quantity,
    with_invoice: input.invoice_creation?.enabled ?? false,
  }
  state.sessions.set(id, session)
  return session
}
