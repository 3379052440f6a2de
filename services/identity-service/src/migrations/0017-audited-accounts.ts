import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { trigger } from './trigger.ts'

/**
 * Audits the ways into an account besides the password: the mail address and the linked providers.
 * If the account is deleted, the ends of its memberships are recorded instead.
 */
export const auditedAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  ...trigger(
    'audit_email_changed',
    'after update of email on "user" for each row when (new.email is distinct from old.email)',
    sql`
    perform record_account_audit(new.id, 'email.changed', 'user', new.id, new.name,
      jsonb_build_object('from', old.email, 'to', new.email));`,
  ),
  ...trigger(
    'audit_provider_linked',
    `after insert on account for each row when (new."providerId" <> 'credential')`,
    sql`
    perform record_account_audit(new."userId", 'sign_in_provider.linked', 'account', new.id,
      new."providerId", '{}');`,
  ),
  ...trigger(
    'audit_provider_unlinked',
    `after delete on account for each row when (old."providerId" <> 'credential')`,
    sql`
    if exists (select from "user" where id = old."userId") then
      perform record_account_audit(old."userId", 'sign_in_provider.unlinked', 'account', old.id,
        old."providerId", '{}');
    end if;`,
  ),
]
