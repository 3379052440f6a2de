import type { AuditRecorded } from '@atrium/contracts'
import { type Kysely, sql } from 'kysely'

/**
 * Copies a service's audit records into a table of its database, because the relay removes them
 * from the outbox. Returns a function that reads an organisation's entries, oldest first. Entries
 * of transactions that were rolled back are not kept.
 */
export async function keepAudit<DB>(
  db: Kysely<DB>,
): Promise<(orgId: string) => Promise<AuditRecorded[]>> {
  await sql`create table kept_audit (seq bigserial, org_id text, data jsonb)`.execute(db)
  await sql`create function keep_audit() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into kept_audit (org_id, data) values (new.org_id, new.data);
      return null;
    end $$`.execute(db)
  await sql`create trigger keep_audit after insert on outbox for each row when (new.type = 'audit.recorded')
    execute function keep_audit()`.execute(db)
  return async (orgId) => {
    const { rows } = await sql<{ data: AuditRecorded }>`select data from kept_audit
      where org_id = ${orgId} order by seq`.execute(db)
    return rows.map(({ data }) => data)
  }
}
