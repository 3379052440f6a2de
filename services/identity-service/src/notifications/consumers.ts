import { OrgMemberInvited, OrgMemberJoined, SchedulePriceChanged, UserSignedUp } from '@atrium/contracts'
import { queueMails } from '@atrium/mailer'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import { createEmailVerificationToken } from 'better-auth/api'
import type { IdentityConfig } from '../config.ts'
import type { Database, Transaction } from '../database.ts'
import {
  invitationMail,
  memberJoinedNotice,
  priceChangeNotice,
  signupNotice,
  verificationMail,
  verificationSeconds,
} from './compose.ts'
import { findInvitation, findOrgName, findUnverified, listStewards } from './notifications.db.ts'

/**
 * Mails that follow from events. Each is queued in the transaction that records the event, under a key made of
 * the event's id, so that a redelivery queues nothing.
 */
export const notificationConsumers = (config: IdentityConfig): Array<EventConsumer<Database>> => [
  eventConsumer('signup-notice', UserSignedUp, async (tx: Transaction, event) => {
    const { email, name, isAdmin } = event.data
    if (isAdmin) return
    const recipients = [...new Set(config.adminEmails)]
    await queueMails(
      tx,
      recipients.map((recipient) => signupNotice(event.id, recipient, { name, email })),
    )
  }),
  eventConsumer('verify-address', UserSignedUp, async (tx: Transaction, event) => {
    const email = await findUnverified(tx, event.data.userId)
    if (email === undefined) return
    const token = await createEmailVerificationToken(config.secret, email, undefined, verificationSeconds)
    const query = new URLSearchParams({ token, callbackURL: config.dashboardUrl })
    await queueMails(tx, [
      verificationMail(event.id, email, `${config.authOrigin}/api/auth/verify-email?${query}`),
    ])
  }),
  eventConsumer('invitation-mail', OrgMemberInvited, async (tx: Transaction, event) => {
    const invitation = await findInvitation(tx, event.data)
    if (invitation === undefined) return
    const query = new URLSearchParams({ id: event.data.invitationId })
    const url = `${config.dashboardUrl}/accept-invitation?${query}`
    await queueMails(tx, [invitationMail(event.id, event.data.orgId, { ...invitation, url })])
  }),
  eventConsumer('member-joined-notice', OrgMemberJoined, async (tx: Transaction, event) => {
    const { orgId, userId, name, email, role } = event.data
    const orgName = await findOrgName(tx, orgId)
    if (orgName === undefined) return
    const recipients = await listStewards(tx, { orgId, except: userId })
    await queueMails(
      tx,
      recipients.map((recipient) =>
        memberJoinedNotice(event.id, recipient, { orgId, name, email, role, orgName }),
      ),
    )
  }),
  eventConsumer('price-change-notice', SchedulePriceChanged, async (tx: Transaction, event) => {
    const { orgId, data } = event
    if (orgId === null) return
    const url = `${config.dashboardUrl}/schedules`
    const recipients = await listStewards(tx, { orgId })
    await queueMails(
      tx,
      recipients.map((recipient) => priceChangeNotice(event.id, recipient, { orgId, url, ...data })),
    )
  }),
]
