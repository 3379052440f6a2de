import { buttonMail, type NewMail, plainName, unlinkText } from '@atrium/mailer'

const hour = 3_600
const longestMessage = 5_000

// Mails to members are in English, as the pages are.
const formatMoment = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(moment)

/** Asks a member by mail. The link only opens the question, because mail scanners open links. */
export function approvalMail({
  id,
  orgId,
  to,
  message,
  count,
  workflowName,
  url,
  expiresAt,
  timeZone,
  now,
}: {
  id: string
  orgId: string
  to: string
  message: string
  count: number
  workflowName: string
  url: string
  expiresAt: Date
  /** The organisation's time zone. */
  timeZone: string
  now: Date
}): NewMail & { orgId: string } {
  const name = plainName(workflowName, 100)
  const items = count === 1 ? 'It is about 1 item.' : `It is about ${count} items.`
  const until = formatMoment(expiresAt, timeZone)
  return {
    key: `approval:${id}`,
    orgId,
    recipient: to,
    subject: `Approval needed: ${plainName(message, 120)}`,
    ...buttonMail({
      paragraphs: [
        `The workflow “${name}” waits for your decision:`,
        // Text from outside may be in the question. Only the button may be a link.
        unlinkText(message.slice(0, longestMessage)),
        `${items} You can decide until ${until}.`,
      ],
      button: { label: 'Review and decide', url },
      footer: 'The button only opens the question. Nothing is decided until you confirm there.',
    }),
    usefulForSeconds: Math.min(
      72 * hour,
      Math.max(1, (expiresAt.getTime() - now.getTime()) / 1_000),
    ),
  }
}
