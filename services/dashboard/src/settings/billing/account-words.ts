import type { PaymentsStatus } from '@atrium/contracts'

const words = {
  unconnected: {
    tone: 'quiet',
    label: 'Not connected',
    text: 'Connect a payment account so that customers can pay your invoices and products.',
    action: 'Connect an account',
  },
  lost: {
    tone: 'bad',
    label: 'Lost',
    text: 'The payment provider no longer has this account. Connect a new one. Your customers and products move to it, and you can void open invoices of the old account.',
    action: 'Connect a new account',
  },
  ready: {
    tone: 'good',
    label: 'Ready',
    text: 'Customers can pay. The money goes to your own account, and Atrium takes no share.',
    action: null,
  },
  checked: {
    tone: 'warn',
    label: 'Being checked',
    text: 'The payment provider has your details and does not accept payments yet. It may need more details.',
    action: 'See what is missing',
  },
  incomplete: {
    tone: 'bad',
    label: 'Cannot charge',
    text: 'Your payment account is not complete. Until then, customers cannot pay and you cannot issue invoices.',
    action: 'Complete the payment account',
  },
} as const

/**
 * Describes the state of the payment account and the next step. `action` is null if there is none.
 */
export function accountWords({
  connected,
  lost,
  chargesEnabled,
  detailsSubmitted,
}: PaymentsStatus) {
  if (!connected) return words.unconnected
  if (lost === true) return words.lost
  if (chargesEnabled) return words.ready
  return detailsSubmitted ? words.checked : words.incomplete
}
