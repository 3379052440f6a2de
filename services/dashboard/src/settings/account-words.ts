import type { PaymentsStatus } from '@atrium/contracts'

const words = {
  unconnected: {
    tone: 'quiet',
    label: 'Not connected',
    text: 'Connect an account at the payment processor, so that customers can pay your invoices and offers.',
    action: 'Connect an account',
  },
  lost: {
    tone: 'bad',
    label: 'Lost',
    text: 'The processor no longer has this account. Onboarding makes a new one; customers and offers are taken over, and open invoices of the old one can be voided.',
    action: 'Connect a new account',
  },
  ready: {
    tone: 'good',
    label: 'Ready',
    text: 'Customers can pay. The money goes to your own account; the platform takes no part of it.',
    action: null,
  },
  checked: {
    tone: 'warn',
    label: 'Being checked',
    text: 'The processor has your details and does not accept payments yet. It may need more of you.',
    action: 'See what is missing',
  },
  incomplete: {
    tone: 'bad',
    label: 'Cannot charge',
    text: 'The onboarding is not complete. Until it is, customers cannot pay and invoices are not finalized.',
    action: 'Go on with the onboarding',
  },
} as const

/**
 * Describes the state of the payments account and the next step. `action` is null if there is none.
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
