import type { ExportTables } from '@atrium/database'
import { sql } from 'kysely'

/** What a user's own export holds. The condition's argument is the user. */
export const userExportTables: ExportTables = {
  exported: {
    user: { rows: (userId) => sql`t.id = ${userId}` },
    user_settings: { rows: (userId) => sql`t.user_id = ${userId}` },
    account: {
      rows: (userId) => sql`t."userId" = ${userId}`,
      without: [
        'accessToken',
        'refreshToken',
        'idToken',
        'accessTokenExpiresAt',
        'refreshTokenExpiresAt',
        'password',
      ],
    },
    session: { rows: (userId) => sql`t."userId" = ${userId}`, without: ['token'] },
    passkey: {
      rows: (userId) => sql`t."userId" = ${userId}`,
      without: ['publicKey', 'credentialID'],
    },
    member: { rows: (userId) => sql`t."userId" = ${userId}` },
    apikey: { rows: (userId) => sql`t."creatorId" = ${userId}`, without: ['key', 'start'] },
    oauthConsent: { rows: (userId) => sql`t."userId" = ${userId}` },
    notifications: { rows: (userId) => sql`t.user_id = ${userId}` },
    notification_settings: { rows: (userId) => sql`t.user_id = ${userId}` },
    push_subscriptions: {
      rows: (userId) => sql`t.user_id = ${userId}`,
      // Whoever knows the address and the keys can send messages to the browser.
      without: ['endpoint', 'p256dh', 'auth'],
    },
    org_creations: { rows: (userId) => sql`t.user_id = ${userId}` },
  },
  left: {},
}
