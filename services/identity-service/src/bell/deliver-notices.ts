import { NotificationCreated } from '@atrium/contracts'
import { emitEntries, eventEntry } from '@atrium/database'
import { queueOrDelay } from '@atrium/mailer'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import {
  countUnread,
  insertNotifications,
  type NewNotification,
  queuePushes,
  showOnPage,
} from './bell.db.ts'
import { defaultChoices, type Notice } from './notice.ts'
import { notificationMail } from './notification-mail.ts'
import { findRecipients, type Recipient } from './recipients.db.ts'

type DeliverDeps = Pick<Deps, 'newId' | 'now' | 'logger' | 'config'>

interface Delivery {
  readonly notice: Notice
  readonly recipient: Recipient
  readonly row: NewNotification
  readonly isMailed: boolean
  readonly isPushed: boolean
}

const isFor = ({ to, orgId, byId }: Notice, { orgId: org, userId, role }: Recipient): boolean =>
  org === orgId &&
  userId !== byId &&
  (to === 'admins' ? role === 'owner' || role === 'admin' : to.includes(userId))

/**
 * Notifies each recipient once about each notice: a row, an event for the open pages, a mail and a
 * message to the user's browsers, as the recipient has chosen. Only members at this moment are
 * notified.
 */
export async function deliverNotices(
  deps: DeliverDeps,
  tx: Transaction,
  notices: readonly Notice[],
): Promise<void> {
  const recipients = await findRecipients(tx, notices)
  const byOrg = Map.groupBy(recipients, ({ orgId }) => orgId)
  const deliveries = notices.flatMap((notice) =>
    (byOrg.get(notice.orgId) ?? [])
      .filter((recipient) => isFor(notice, recipient))
      .flatMap((recipient) => planDelivery(deps, notice, recipient)),
  )
  if (deliveries.length === 0) return
  const stored = await insertNotifications(
    tx,
    deliveries.map(({ row }) => row),
  )
  const fresh = deliveries.filter(({ row }) => stored.has(row.id))
  const delayed = await sendMails(
    deps,
    tx,
    fresh.filter(({ isMailed }) => isMailed),
  )
  await announce(
    tx,
    fresh.filter(({ row }) => row.on_page || delayed.has(row.id)),
  )
  await queuePushes(
    tx,
    fresh.filter(({ isPushed }) => isPushed).map(({ row }) => row.id),
  )
  deps.logger.debug({ notifications: fresh.length }, '[notifications] users are notified')
}

function planDelivery(
  { newId, now }: Pick<Deps, 'newId' | 'now'>,
  notice: Notice,
  recipient: Recipient,
): Delivery[] {
  const { orgId, kind, subject, to, title, detail, href } = notice
  const choice = recipient.kinds[kind] ?? defaultChoices[kind]
  const isMailed = choice.mail && notice.isMailed
  if (!choice.page && !isMailed && !choice.push) return []
  const row = {
    id: newId('ntf'),
    org_id: orgId,
    user_id: recipient.userId,
    kind,
    subject,
    title,
    detail,
    href,
    for_admins: to === 'admins',
    on_page: choice.page,
    at: now(),
  }
  return [{ notice, recipient, row, isMailed, isPushed: choice.push }]
}

async function announce(tx: Transaction, deliveries: readonly Delivery[]): Promise<void> {
  const unread = await countUnread(
    tx,
    deliveries.map(({ row, recipient }) => ({ ...row, role: recipient.role })),
  )
  await emitEntries(
    tx,
    deliveries.map(({ row: { id, org_id, user_id, kind } }) =>
      eventEntry(NotificationCreated, org_id, {
        id,
        kind,
        ownerId: user_id,
        unread: unread.get(`${org_id} ${user_id}`) ?? 0,
      }),
    ),
  )
}

/**
 * Queues the mails. Those over the organisation's hourly limit leave in a later hour, so their
 * notifications are on the page meanwhile. Returns the ids of these notifications.
 */
async function sendMails(
  { config, logger }: DeliverDeps,
  tx: Transaction,
  deliveries: readonly Delivery[],
): Promise<Set<string>> {
  const delayed = new Set<string>()
  const byOrg = Map.groupBy(deliveries, ({ row }) => row.org_id)
  // The limit locks each organisation. In this order, concurrent batches do not deadlock.
  for (const orgId of [...byOrg.keys()].toSorted()) {
    const ofOrg = byOrg.get(orgId) ?? []
    const mails = ofOrg.map(({ notice, recipient, row }) =>
      notificationMail({ ...notice, ...recipient, id: row.id, dashboardUrl: config.dashboardUrl }),
    )
    const later = await queueOrDelay(tx, orgId, mails)
    if (later.size === 0) continue
    logger.warn({ org: orgId, mails: later.size }, '[notifications] mails over the limit wait')
    const ids = ofOrg.flatMap(({ row }, index) =>
      later.has(mails[index]?.key ?? '') ? [row.id] : [],
    )
    await showOnPage(tx, orgId, ids)
    for (const id of ids) delayed.add(id)
  }
  return delayed
}
