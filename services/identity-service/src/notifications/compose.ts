import { type NewMail, oneLine, plainName, strangerText } from '@atrium/mailer'

const day = 86_400

/** Seconds until a verification link expires. */
export const verificationSeconds = day

const plain = (text: string, longest = 80): string => plainName(text, longest)
const plainAddress = (text: string): string => oneLine(text, 254)
const paragraphs = (...lines: string[]): string => `${lines.join('\n\n')}\n`

export const signupNotice = (
  eventId: string,
  recipient: string,
  user: { name: string; email: string },
): NewMail => ({
  key: `signup:${eventId}:${recipient}`,
  recipient,
  subject: `New signup: ${plain(user.name)}`,
  text: paragraphs(`${plain(user.name)} <${plainAddress(user.email)}> has signed up to Atrium.`),
  usefulForSeconds: 7 * day,
})

/** Sends a new user the verification link. */
export const verificationMail = (key: string, recipient: string, url: string): NewMail => ({
  key: `verify:${key}`,
  recipient,
  subject: 'Confirm your address',
  text: paragraphs(
    'Open this link to confirm your address. The link works for one day.',
    url,
    'If you did not sign up to Atrium, ignore this mail.',
  ),
  usefulForSeconds: day,
})

/** Asks the verified address of an account to confirm its new address. */
export const changeMail = (
  key: string,
  recipient: string,
  newEmail: string,
  url: string,
): NewMail => ({
  key: `change:${key}`,
  recipient,
  subject: 'Change your account’s address',
  text: paragraphs(
    `Somebody asked to change your account’s address to ${plainAddress(newEmail)}. Open this link to allow the change. The link works for one day.`,
    url,
    'We then send a second link to the new address. If you did not ask for this change, do not open the link, and change your password.',
  ),
  usefulForSeconds: day,
})

export const resetMail = (key: string, recipient: string, url: string): NewMail => ({
  key: `reset:${key}`,
  recipient,
  subject: 'Reset your password',
  text: paragraphs(
    'Open this link to choose a new password. The link works once, within one hour.',
    url,
    'If you did not ask for a new password, ignore this mail. Your password stays unchanged.',
  ),
  usefulForSeconds: 3_600,
})

/** Invites an address. The invitation's id is the proof, and only this mail contains it. */
export const invitationMail = (
  eventId: string,
  orgId: string,
  invitation: {
    recipient: string
    orgName: string
    inviterName: string
    role: string
    url: string
    unsubscribeUrl: string
    sender: { name: string; address: string }
  },
): NewMail => ({
  key: `invitation:${eventId}`,
  orgId,
  recipient: invitation.recipient,
  subject: `${plain(invitation.inviterName)} invites you to ${plain(invitation.orgName)}`,
  unsubscribeUrl: invitation.unsubscribeUrl,
  text: strangerText(
    paragraphs(
      `${plain(invitation.inviterName)} invites you to join ${plain(invitation.orgName)} on Atrium as ${invitation.role}.`,
      `Sign in or sign up as ${invitation.recipient}, then accept here:`,
      invitation.url,
    ),
    invitation.sender,
    invitation.unsubscribeUrl,
  ),
  usefulForSeconds: 2 * day,
})

/** Tells an owner or admin that a user has joined the org. */
export const memberJoinedNotice = (
  eventId: string,
  recipient: string,
  joined: { orgId: string; name: string; email: string; role: string; orgName: string },
): NewMail => ({
  key: `joined:${eventId}:${recipient}`,
  orgId: joined.orgId,
  recipient,
  subject: `${plain(joined.name)} joined ${plain(joined.orgName)}`,
  text: paragraphs(
    `${plain(joined.name)} <${plainAddress(joined.email)}> has joined ${plain(joined.orgName)} as ${joined.role}.`,
  ),
  usefulForSeconds: 7 * day,
})

/** Tells an owner or admin that a visitor asks for a quote. A reply goes to the visitor. */
export const quoteNotice = (
  eventId: string,
  recipient: string,
  quote: { orgId: string; name: string; email: string; message: string; url: string },
): NewMail => ({
  key: `quote:${eventId}:${recipient}`,
  orgId: quote.orgId,
  recipient,
  replyTo: quote.email,
  subject: `Quote request from ${plain(quote.name, 100)}`,
  text: paragraphs(
    `${plain(quote.name, 100)} <${plainAddress(quote.email)}> asks for a quote:`,
    quote.message,
    `Open the card: ${quote.url}`,
  ),
  usefulForSeconds: 7 * day,
})

/** Maximum number of quote requests listed in a digest. The digest only counts the others. */
const namedInDigest = 50

export interface DigestEntry {
  readonly eventId: string
  readonly taskId: string
  readonly name: string
  readonly receivedAt: Date
}

/**
 * Sends an owner the quote requests of the last day, oldest first. `requests` has at least one
 * entry.
 */
export function quoteDigest(
  recipient: string,
  digest: { orgId: string; orgName: string; entries: readonly DigestEntry[]; dashboardUrl: string },
): NewMail {
  const { orgId, orgName, entries, dashboardUrl } = digest
  const count =
    entries.length === 1 ? '1 new quote request' : `${entries.length} new quote requests`
  const lines = entries.slice(0, namedInDigest).map(({ name, taskId, receivedAt }) => {
    const at = receivedAt.toISOString().slice(0, 16).replace('T', ' ')
    return `${at} UTC: ${plain(name, 100)}\n${dashboardUrl}/board?card=${taskId}`
  })
  const more = entries.length - lines.length
  return {
    key: `quote-digest:${entries.at(-1)?.eventId}`,
    orgId,
    recipient,
    subject: `${count} for ${plain(orgName)}`,
    text: paragraphs(
      ...lines,
      ...(more > 0 ? [`See ${more} more on the board: ${dashboardUrl}/board`] : []),
    ),
    usefulForSeconds: 7 * day,
  }
}

/** Tells an owner or admin if subscriptions still bill another price than their product has now. */
export const priceChangeNotice = (
  eventId: string,
  recipient: string,
  change: { orgId: string; name: string; price: string; schedules: number; url: string },
): NewMail => ({
  key: `price-change:${eventId}:${recipient}`,
  orgId: change.orgId,
  recipient,
  subject: `${plain(change.name)} now costs ${plain(change.price)}`,
  text: paragraphs(
    change.schedules === 1
      ? `1 subscription still bills the earlier price of ${plain(change.name)}.`
      : `${change.schedules} subscriptions still bill the earlier price of ${plain(change.name)}.`,
    'A subscription keeps the earlier price until you move it to the new one. The customer then gets a mail before the next period:',
    change.url,
  ),
  usefulForSeconds: 7 * day,
})

const reversals = {
  refunded: (name: string, amount: string) => ({
    subject: `${amount} of ${name} was refunded`,
    body: 'The customer gets the money back through the payment provider. The invoice stays paid and shows the refunded amount. Create a credit note if your bookkeeping needs one.',
  }),
  disputed: (name: string, amount: string) => ({
    subject: `The customer disputes ${amount} of ${name}`,
    body: 'The customer asked the bank for the money back. Respond at the payment provider before the deadline. If you do not respond, you lose the money.',
  }),
  dispute_won: (name: string, amount: string) => ({
    subject: `You won the dispute over ${name}`,
    body: `You keep the ${amount}.`,
  }),
  dispute_lost: (name: string, amount: string) => ({
    subject: `You lost the dispute over ${name}`,
    body: `The customer keeps the ${amount}. The invoice shows it as refunded.`,
  }),
}

/**
 * Tells an owner or admin if the payment processor refunded a payment, or if a dispute began or
 * ended.
 */
export function paymentReversedNotice(
  eventId: string,
  recipient: string,
  change: {
    orgId: string
    change: keyof typeof reversals
    name: string
    amount: string
    reason: string | null
    url: string
  },
): NewMail {
  const { subject, body } = reversals[change.change](plain(change.name), plain(change.amount))
  return {
    key: `payment-reversed:${eventId}:${recipient}`,
    orgId: change.orgId,
    recipient,
    subject,
    text: paragraphs(
      body,
      ...(change.reason === null ? [] : [`Reason given: ${plain(change.reason, 200)}`]),
      change.url,
    ),
    usefulForSeconds: 7 * day,
  }
}
