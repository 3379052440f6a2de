import type { UserExportTables } from '@atrium/database'
import { sql } from 'kysely'

const byUserId = { rows: ({ userId }: { userId: string }) => sql`t."userId" = ${userId}` }
const byUser = { rows: ({ userId }: { userId: string }) => sql`t.user_id = ${userId}` }

/** What a user's own export holds of this service. */
export const userExportTables: UserExportTables = {
  user: { rows: ({ userId }) => sql`t.id = ${userId}` },
  user_settings: byUser,
  account: {
    rows: byUserId.rows,
    without: [
      'accessToken',
      'refreshToken',
      'idToken',
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
      'password',
    ],
  },
  session: { rows: byUserId.rows, without: ['token'] },
  passkey: { rows: byUserId.rows, without: ['publicKey', 'credentialID'] },
  twoFactor: { rows: byUserId.rows, without: ['secret', 'backupCodes'] },
  member: byUserId,
  // Anybody may sign up with an address. Whoever knows the id of an invitation can open it.
  invitation: {
    rows: ({ userId }) => sql`t.email = (
      select u.email from "user" u where u.id = ${userId} and u."emailVerified")`,
    without: ['id'],
  },
  apikey: {
    rows: ({ userId }) => sql`t."creatorId" = ${userId}`,
    without: ['key', 'start'],
  },
  oauthConsent: byUserId,
  notifications: byUser,
  notification_settings: byUser,
  push_subscriptions: {
    rows: byUser.rows,
    // Whoever knows the address and the keys can send messages to the browser.
    without: ['endpoint', 'p256dh', 'auth'],
    harmless: ['session_id'],
  },
  org_creations: byUser,
  audit_entries: {
    rows: ({ userId, orgIds }) => sql`t.org_id = any(${orgIds}) and t.actor_id = ${userId}`,
  },
  activity_entries: {
    rows: ({ userId, orgIds }) =>
      sql`t.org_id = any(${orgIds}) and (t.actor_id = ${userId} or t.owner_id = ${userId})`,
  },
}
