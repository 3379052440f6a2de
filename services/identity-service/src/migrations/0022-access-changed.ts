import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { trigger } from './trigger.ts'

/**
 * Emits an event when a user's credential may allow less than before, so that the gateway checks
 * the user's open streams at once. Memberships use `org.member_left` and `org.deleted` instead. A
 * bulk change emits one event for each user.
 */
export const accessChanged: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const emitted = (user: string) => sql`
    perform emit_event('user.access_changed', null, jsonb_build_object('userId', ${sql.raw(user)}));`

const statements = [
  ...trigger(
    'sessions_ended',
    'after delete on session referencing old table as ended for each statement',
    sql`
    -- Nobody can still use an expired session.
    perform emit_event('user.access_changed', null, jsonb_build_object('userId', users."userId"))
    from (select distinct "userId" from ended where "expiresAt" > now()) users;`,
  ),
  ...trigger(
    'session_narrowed',
    `after update on session for each row when (
      -- A session without an organisation has no streams, so the first organisation changes nothing.
      coalesce(new."activeOrganizationId", '') <> old."activeOrganizationId"
      or new."expiresAt" < old."expiresAt" or new.token <> old.token)`,
    emitted('new."userId"'),
  ),
  ...trigger(
    'keys_revoked',
    'after delete on apikey referencing old table as revoked for each statement',
    sql`
    perform emit_event('user.access_changed', null, jsonb_build_object('userId', users."creatorId"))
    from (select distinct "creatorId" from revoked
      where "expiresAt" is null or "expiresAt" > now()) users;`,
  ),
  ...trigger(
    'key_narrowed',
    `after update on apikey for each row when (
      (new.enabled, new.metadata, new."expiresAt", new.key)
      is distinct from (old.enabled, old.metadata, old."expiresAt", old.key))`,
    emitted('new."creatorId"'),
  ),
  ...trigger(
    'member_role_changed',
    'after update of role on member for each row when (new.role <> old.role)',
    emitted('new."userId"'),
  ),
]
