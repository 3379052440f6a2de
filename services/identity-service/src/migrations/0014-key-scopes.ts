import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { trigger } from './trigger.ts'

/**
 * API key scopes, stored in the key's metadata like its role. Null means no scopes. Earlier
 * metadata could contain any value under this name, and it limited nothing. The audit log records a
 * key's scopes.
 */
export const keyScopes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  sql`update apikey set metadata = (metadata::jsonb - 'scopes')::text
    where jsonb_exists(metadata::jsonb, 'scopes')`,
  sql`alter table apikey add column scopes jsonb
    generated always as (nullif(metadata::jsonb -> 'scopes', 'null'::jsonb)) stored`,
  // Joins the scopes in one text, because audit details are single values. Null if the key has no
  // scopes.
  sql`create function scopes_text(scopes jsonb) returns text language sql immutable as $$
    select case when jsonb_typeof(scopes) = 'array'
      then (select string_agg(scope, ' ') from jsonb_array_elements_text(scopes) scope) end
  $$`,
  sql`create function audited_key(key apikey) returns jsonb language sql stable set search_path from current as $$
    select jsonb_strip_nulls(jsonb_build_object('role', key.role, 'scopes', scopes_text(key.scopes),
      'expiresAt', to_char(key."expiresAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  $$`,
  ...trigger(
    'audit_key_inserted',
    'after insert on apikey',
    sql`
    perform record_audit(new."referenceId", new."creatorId", 'key.created', 'key', new.id,
      coalesce(new.name, new.start), audited_key(new));`,
  ),
  ...trigger(
    'audit_key_changed',
    `after update on apikey for each row when (
      (new.name, new.enabled, new.metadata, new."expiresAt", new.key)
      is distinct from (old.name, old.enabled, old.metadata, old."expiresAt", old.key))`,
    sql`
    perform record_audit(new."referenceId", null, 'key.changed', 'key', new.id,
      coalesce(new.name, new.start), audited_key(new) || jsonb_build_object('enabled', new.enabled)
        || case when new.role <> old.role then jsonb_build_object('fromRole', old.role) else '{}' end
        || case when new.scopes is distinct from old.scopes then jsonb_build_object(
          'scopes', coalesce(scopes_text(new.scopes), 'all'),
          'fromScopes', coalesce(scopes_text(old.scopes), 'all')) else '{}' end);`,
  ),
  // A request in one org can make better-auth delete the expired keys of every org.
  ...trigger(
    'audit_key_deleted',
    'after delete on apikey',
    sql`
    perform record_audit(old."referenceId",
      case when old."expiresAt" <= now() then 'system'
        when audit_caller() ->> 'userId' = old."creatorId" then old."creatorId" end,
      case when old."expiresAt" <= now() then 'key.expired' else 'key.revoked' end,
      'key', old.id, coalesce(old.name, old.start), audited_key(old));`,
  ),
]
