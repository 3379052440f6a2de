import { buttonMail, type NewMail, oneLine, plainName } from '@atrium/mailer'

const hour = 3_600
const longestMessage = 5_000

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
  now: Date
}): NewMail & { orgId: string } {
  const name = plainName(workflowName, 100)
  const items = count === 1 ? 'It is about 1 item.' : `It is about ${count} items.`
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return {
    key: `approval:${id}`,
    orgId,
    recipient: to,
    subject: `Approval needed: ${oneLine(message, 120)}`,
    ...buttonMail({
      paragraphs: [
        `The workflow “${name}” waits for your decision:`,
        message.slice(0, longestMessage),
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
