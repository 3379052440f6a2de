import type { NotificationKind } from '@atrium/contracts'
import type { KindChoice } from '../database.ts'

/** Something that users are notified about. */
export interface Notice {
  readonly orgId: string
  readonly kind: NotificationKind
  /** The record or event. A user is notified about it once. */
  readonly subject: string
  /** Owners and admins, or these users if they are members. */
  readonly to: 'admins' | readonly string[]
  /** The user who caused it and is therefore not notified. */
  readonly byId: string | null
  readonly title: string
  readonly detail: string
  /** A path of the dashboard. */
  readonly href: string
  /** False if another mail already tells the user. */
  readonly isMailed: boolean
}

const longestTitle = 200
const longestDetail = 500

/** Puts a text on one line and cuts it. */
export function shorten(text: string, longest: number): string {
  const line = text
    .slice(0, 4 * longest)
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  return letters.length <= longest ? line : `${letters.slice(0, longest - 1).join('')}…`
}

/** Builds a notice and shortens its texts, because they contain texts of any length. */
export const toNotice = ({
  to,
  byId = null,
  isMailed = true,
  title,
  detail,
  ...notice
}: Omit<Notice, 'byId' | 'isMailed'> & { byId?: string | null; isMailed?: boolean }): Notice => ({
  ...notice,
  to: to === 'admins' ? to : [...new Set(to)],
  byId,
  isMailed,
  title: shorten(title, longestTitle),
  detail: shorten(detail, longestDetail),
})

const everywhere: KindChoice = { page: true, mail: true, push: false }
const onPage: KindChoice = { page: true, mail: false, push: false }

/** Where a kind is shown until the user chooses. */
export const defaultChoices: Readonly<Record<NotificationKind, KindChoice>> = {
  lead: everywhere,
  invoice_paid: onPage,
  invoice_overdue: onPage,
  refund_or_dispute: everywhere,
  post_failed: everywhere,
  post_unconfirmed: everywhere,
  account_expired: everywhere,
  run_failed: onPage,
  approval_asked: everywhere,
  card_assigned: everywhere,
  mentioned: everywhere,
  ticket_order: onPage,
  credits_low: everywhere,
}

/** The label of the mail's button. */
export const buttonLabels: Readonly<Record<NotificationKind, string>> = {
  lead: 'Open the card',
  invoice_paid: 'Open the invoice',
  invoice_overdue: 'Open the invoice',
  refund_or_dispute: 'Open the invoice',
  post_failed: 'Open the post',
  post_unconfirmed: 'Open the post',
  account_expired: 'Connect the account again',
  run_failed: 'Open the run',
  approval_asked: 'Open the question',
  card_assigned: 'Open the card',
  mentioned: 'Open the card',
  ticket_order: 'Open the event',
  credits_low: 'Buy credits',
}
