import { OrgMemberInvited, OrgMemberJoined, UserSignedUp } from '@atrium/contracts'
import { queueMails } from '@atrium/mailer'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import { createEmailVerificationToken } from 'better-auth/api'
import type { IdentityConfig } from '../config.ts'
import type { IdentityTables } from '../database.ts'
import { invitationMail, memberJoinedNotice, signupNotice, verificationMail } from './compose.ts'
import { findInvitation, findOrgName, findUnverified, listStewards } from './notifications.db.ts'

/** Seconds that a link to confirm an address works. */
export const verificationSeconds = 86_400

/**
 * Mails that follow from events. Each is queued in the transaction that records the event, under a key made of
 * the event's id, so that a redelivery queues nothing.
 */
export const notificationConsumers = (config: IdentityConfig): Array<EventConsumer<IdentityTables>> => [
  eventConsumer<IdentityTables, typeof UserSignedUp.schema>(
    'signup-notice',
    UserSignedUp,
    async (tx, event) => {
      const { email, name, isAdmin } = event.data
      if (isAdmin) return
      const recipients = [...new Set(config.adminEmails)]
      await queueMails(
        tx,
        recipients.map((recipient) => signupNotice(event.id, recipient, { name, email })),
      )
    },
  ),
  eventConsumer<IdentityTables, typeof UserSignedUp.schema>(
    'verify-address',
    UserSignedUp,
    async (tx, event) => {
      const email = await findUnverified(tx, event.data.userId)
      if (email === undefined) return
      const token = await createEmailVerificationToken(config.secret, email, undefined, verificationSeconds)
      const query = new URLSearchParams({ token, callbackURL: config.dashboardUrl })
      await queueMails(tx, [
        verificationMail(event.id, email, `${config.authOrigin}/api/auth/verify-email?${query}`),
      ])
    },
  ),
  eventConsumer<IdentityTables, typeof OrgMemberInvited.schema>(
    'invitation-mail',
    OrgMemberInvited,
    async (tx, event) => {
      const invitation = await findInvitation(tx, event.data)
      if (invitation === undefined) return
      const query = new URLSearchParams({ id: event.data.invitationId })
      const url = `${config.dashboardUrl}/accept-invitation?${query}`
      await queueMails(tx, [invitationMail(event.id, event.data.orgId, { ...invitation, url })])
    },
  ),
  eventConsumer<IdentityTables, typeof OrgMemberJoined.schema>(
    'member-joined-notice',
    OrgMemberJoined,
    async (tx, event) => {
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
    },
  ),
]
