import { buttonMail, type NewMail, plainName, unlinkText } from '@atrium/mailer'

const day = 86_400

interface DecidedEstimate {
  orgId: string
  number: string
  decision: 'accepted' | 'declined'
  customerName: string
  amount: string
  name: string | null
  reason: string | null
  /** The estimate's page in the dashboard. */
  url: string
}

/**
 * Tells an owner or admin that a customer accepted or declined an estimate. The customer typed the
 * name and the reason, so they contain no links.
 */
export function estimateDecidedNotice(
  eventId: string,
  recipient: string,
  { orgId, number, decision, customerName, amount, name, reason, url }: DecidedEstimate,
): NewMail {
  const customer = plainName(customerName, 100) || 'Your customer'
  const accepted = [
    `${customer} accepted the estimate ${number}.`,
    ...(name === null ? [] : [`Accepted by: ${plainName(name, 200)}`]),
    'You can now make the invoice from it.',
  ]
  const declined = [
    `${customer} declined the estimate ${number}.`,
    ...(reason === null ? ['No reason was given.'] : [`Reason: ${unlinkText(reason)}`]),
    'To offer something else, write a new estimate.',
  ]
  return {
    key: `estimate-decided:${eventId}:${recipient}`,
    orgId,
    recipient,
    subject: `${customer} ${decision} the estimate ${number}`,
    ...buttonMail({
      figure: { label: `Estimate ${number}`, value: amount, note: customer },
      paragraphs: decision === 'accepted' ? accepted : declined,
      button: { label: 'Open the estimate', url },
    }),
    usefulForSeconds: 7 * day,
  }
}
