import {
  EstimateDecided,
  OrgMemberInvited,
  OrgMemberJoined,
  PaymentReversed,
  QuoteSubmitted,
  SaleRefused,
  SchedulePriceChanged,
  UserSignedUp,
} from '@atrium/contracts'
import { queueMails } from '@atrium/mailer'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import { createEmailVerificationToken } from 'better-auth/api'
import type { Database, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { describeSender } from '../mails/admit-mail.ts'
import {
  invitationMail,
  memberJoinedNotice,
  paymentReversedNotice,
  priceChangeNotice,
  quoteNotice,
  signupNotice,
  verificationMail,
  verificationSeconds,
} from './compose.ts'
import { estimateDecidedNotice } from './estimate-notice.ts'
import { findInvitation, findOrgName, findUnverified, listStewards } from './notifications.db.ts'
import { insertDigestEntry } from './quote-digest.db.ts'
import { saleRefusedNotice } from './sale-refused-notice.ts'

/**
 * Queues mails for events. The mail keys contain the event's id, so a redelivery queues nothing.
 */
export const notificationConsumers = (
  deps: Pick<Deps, 'db' | 'bus' | 'logger' | 'config' | 'now'>,
): Array<EventConsumer<Database>> => {
  const { config } = deps
  return [
    eventConsumer('signup-notice', UserSignedUp, async (tx: Transaction, event) => {
      const { email, name, isAdmin } = event.data
      if (isAdmin) return
      const mails = [...new Set(config.adminEmails)].map((to) =>
        signupNotice(event.id, to, { name, email }),
      )
      await queueMails(tx, mails)
    }),
    eventConsumer('verify-address', UserSignedUp, async (tx: Transaction, event) => {
      const email = await findUnverified(tx, event.data.userId)
      if (email === undefined) return
      const token = await createEmailVerificationToken(
        config.secret,
        email,
        undefined,
        verificationSeconds,
      )
      const query = new URLSearchParams({ token, callbackURL: config.dashboardUrl })
      const url = `${config.authOrigin}/api/auth/verify-email?${query}`
      await queueMails(tx, [verificationMail(event.id, email, url)])
    }),
    eventConsumer('invitation-mail', OrgMemberInvited, async (tx: Transaction, event) => {
      const invitation = await findInvitation(tx, event.data)
      if (invitation === undefined) return
      const { orgId, invitationId } = event.data
      const { orgName, recipient } = invitation
      const query = new URLSearchParams({ id: invitationId, email: recipient })
      const url = `${config.dashboardUrl}/accept-invitation?${query}`
      const from = await describeSender(deps, tx, { orgId, orgName, recipient })
      await queueMails(tx, [invitationMail(event.id, orgId, { ...invitation, ...from, url })])
    }),
    eventConsumer('member-joined-notice', OrgMemberJoined, async (tx: Transaction, event) => {
      const { orgId, userId, name, email, role } = event.data
      const orgName = await findOrgName(tx, orgId)
      if (orgName === undefined) return
      const recipients = await listStewards(tx, { orgId, except: userId })
      const joined = { orgId, name, email, role, orgName }
      const mails = recipients.map((to) => memberJoinedNotice(event.id, to, joined))
      await queueMails(tx, mails)
    }),
    eventConsumer('quote-notice', QuoteSubmitted, async (tx: Transaction, event) => {
      const { orgId, data } = event
      if (orgId === null) return
      const { taskId, ownerId, name } = data
      await insertDigestEntry(tx, {
        event_id: event.id,
        org_id: orgId,
        user_id: ownerId,
        task_id: taskId,
        name,
      })
      const url = `${config.dashboardUrl}/board?card=${taskId}`
      const all = await listStewards(tx, { orgId, kind: 'lead' })
      // The operator's address already gets the board's mail.
      const recipients = all.filter(
        (to) => to.toLowerCase() !== config.quoteRecipient?.toLowerCase(),
      )
      await queueMails(
        tx,
        recipients.map((to) => quoteNotice(event.id, to, { orgId, url, ...data })),
      )
    }),
    eventConsumer('payment-reversed-notice', PaymentReversed, async (tx: Transaction, event) => {
      const { orgId, data } = event
      if (orgId === null) return
      const page = data.invoiceId === null ? '/settings/billing' : `/invoices/${data.invoiceId}`
      const url = `${config.dashboardUrl}${page}`
      const recipients = await listStewards(tx, { orgId, kind: 'refund_or_dispute' })
      const mails = recipients.map((to) =>
        paymentReversedNotice(event.id, to, { orgId, url, ...data }),
      )
      await queueMails(tx, mails)
    }),
    eventConsumer('estimate-decided-notice', EstimateDecided, async (tx: Transaction, event) => {
      const { orgId, data } = event
      if (orgId === null) return
      const url = `${config.dashboardUrl}/estimates/${data.estimateId}`
      const recipients = await listStewards(tx, { orgId })
      const mails = recipients.map((to) =>
        estimateDecidedNotice(event.id, to, { orgId, url, ...data }),
      )
      await queueMails(tx, mails)
    }),
    eventConsumer('sale-refused-notice', SaleRefused, async (tx: Transaction, event) => {
      const { orgId, data } = event
      if (orgId === null) return
      const { dashboardUrl } = config
      const recipients = await listStewards(tx, { orgId })
      const mails = recipients.map((to) =>
        saleRefusedNotice(event.id, to, { orgId, dashboardUrl, ...data }),
      )
      await queueMails(tx, mails)
    }),
    eventConsumer('price-change-notice', SchedulePriceChanged, async (tx: Transaction, event) => {
      const { orgId, data } = event
      if (orgId === null) return
      const url = `${config.dashboardUrl}/subscriptions`
      const recipients = await listStewards(tx, { orgId })
      const mails = recipients.map((to) => priceChangeNotice(event.id, to, { orgId, url, ...data }))
      await queueMails(tx, mails)
    }),
  ]
}
