import type { WebhookEndpoint } from './payments/deliveries.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the platform's three webhook endpoints with their secrets. An endpoint without a secret
 * is left out.
 */
export function platformEndpoints(env: Environment): WebhookEndpoint[] {
  const api = env['API_URL'] ?? 'http://localhost:3000'
  const endpoint = (
    path: string,
    secret: string | undefined,
    types: string[],
  ): WebhookEndpoint[] => (secret ? [{ url: `${api}${path}`, secrets: [secret], types }] : [])
  return [
    ...endpoint('/api/invoicing/webhooks/payments', env['PAYMENTS_INVOICING_WEBHOOK_SECRET'], [
      'invoice.*',
      'credit_note.*',
      'charge.*',
    ]),
    ...endpoint('/api/offers/webhooks/payments', env['PAYMENTS_OFFERS_WEBHOOK_SECRET'], [
      'checkout.session.*',
      'customer.subscription.*',
    ]),
    ...endpoint('/api/connect/webhooks/payments', env['PAYMENTS_CONNECT_WEBHOOK_SECRET'], [
      'account.updated',
    ]),
  ]
}
