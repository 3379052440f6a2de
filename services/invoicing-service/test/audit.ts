import type { AuditRecorded } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Harness } from './harness.ts'

/** Keeps what a service records for the audit, which the relay takes from the outbox; the entries of an org, oldest first. */
export async function keepAudit({
  handle: { db },
}: Pick<Harness, 'handle'>): Promise<(orgId: string) => Promise<AuditRecorded[]>> {
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
