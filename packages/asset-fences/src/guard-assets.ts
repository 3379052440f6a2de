import { assetReleasedState } from '@atrium/database'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A table with names of an organisation's blobs. */
export interface GuardedTable {
  readonly table: string
  /** SQL for selecting the organisations of the row `$row`. Defaults to its column `org_id`. */
  readonly orgs?: string
  /** Updates of these columns are checked. Defaults to all columns. */
  readonly columns?: readonly string[]
}

/** A released file stays for one hour, because the user may undo the change. */
const undoable = '1 hour'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'

/**
 * Creates the fence and candidate tables, and triggers to maintain them, so no writer can forget to
 * (docs/reference/assets.md, "Release"). A row that gains a fenced key is refused with
 * `asset_released`. When a row loses a key, the key becomes a candidate. Blobs are recognised by
 * their uuid, so no encoding of an address can hide one.
 */
export const guardAssets = (service: string, tables: readonly GuardedTable[]): Migration => ({
  async up(db: Kysely<unknown>) {
    await sql`create table release_candidates (
      org_id text not null,
      asset_key text not null,
      due_at timestamptz(3) not null,
      attempts int not null default 0,
      generation bigint not null default 1,
      primary key (org_id, asset_key)
    )`.execute(db)
    await sql`create index release_candidates_due on release_candidates (due_at)`.execute(db)
    await sql`create table asset_fences (
      asset_key text not null,
      release_id text not null,
      org_id text not null,
      released boolean not null,
      until timestamptz(3) not null,
      primary key (asset_key, release_id)
    )`.execute(db)
    await sql`create index asset_fences_until on asset_fences (until)`.execute(db)
    await sql`create index asset_fences_org on asset_fences (org_id)`.execute(db)
    await sql`create function change_assets(org text, before text, after text) returns void
      language plpgsql set search_path from current as ${sql.lit(changeAssets(service))}`.execute(
      db,
    )
    for (const table of tables) await guardTable(db, table)
  },
})

// Read `asset_fences` after the lock, because a statement in a function sees what was committed
// before the statement began.
const changeAssets = (service: string): string => `
  declare
    old_ids text[];
    new_ids text[];
    gained text[];
  begin
    select coalesce(array_agg(distinct m[1]), '{}') into old_ids
      from regexp_matches(lower(coalesce(before, '')), '${uuid}', 'g') m;
    select coalesce(array_agg(distinct m[1]), '{}') into new_ids
      from regexp_matches(lower(coalesce(after, '')), '${uuid}', 'g') m;
    gained := array(select unnest(new_ids) except select unnest(old_ids));
    if gained <> '{}' then
      perform pg_advisory_xact_lock_shared(hashtextextended('${service}.assets:' || org, 0));
      if exists (
        select from asset_fences f where f.org_id = org and f.until > now()
          and split_part(split_part(f.asset_key, '/', 3), '.', 1) = any(gained)
      ) then
        raise exception 'a file of this record is no longer there' using errcode = '${assetReleasedState}';
      end if;
    end if;
    if not old_ids <@ new_ids then
      insert into release_candidates (org_id, asset_key, due_at)
        select distinct org, m[1], now() + interval '${undoable}'
        from regexp_matches(lower(before), '(org_[0-9a-z]+/(?:pub|priv)/${uuid}\\.[0-9a-z]{2,5})', 'g') m
        where split_part(m[1], '/', 1) = lower(org)
          and not split_part(split_part(m[1], '/', 3), '.', 1) = any(new_ids)
        order by 2
      on conflict (org_id, asset_key) do update
        set generation = release_candidates.generation + 1, due_at = excluded.due_at, attempts = 0;
    end if;
  end`

async function guardTable(
  db: Kysely<unknown>,
  { table, orgs, columns }: GuardedTable,
): Promise<void> {
  const name = `guard_assets_of_${table}`
  const of = (row: 'old' | 'new') =>
    orgs === undefined ? `select ${row}.org_id` : orgs.replaceAll('$row', row)
  const call = (row: 'old' | 'new', before: string, after: string) =>
    `for org in ${of(row)} loop
      if org is not null then perform change_assets(org, ${before}, ${after}); end if;
    end loop;`
  const body = `
    declare org text;
    begin
      if tg_op = 'INSERT' then ${call('new', 'null', 'to_jsonb(new)::text')} return new; end if;
      if tg_op = 'UPDATE' then ${call('new', 'to_jsonb(old)::text', 'to_jsonb(new)::text')} return new; end if;
      ${call('old', 'to_jsonb(old)::text', 'null')} return old;
    end`
  await sql`create function ${sql.ref(name)}() returns trigger language plpgsql set search_path from current
    as ${sql.lit(body)}`.execute(db)
  const list =
    columns === undefined ? sql`` : sql` of ${sql.join(columns.map((column) => sql.ref(column)))}`
  await sql`create trigger guard_assets after insert or update${list} on ${sql.table(table)}
    for each row execute function ${sql.ref(name)}()`.execute(db)
  // Runs before the deletion, because rows with the owner's name may be deleted afterwards.
  await sql`create trigger release_assets before delete on ${sql.table(table)}
    for each row execute function ${sql.ref(name)}()`.execute(db)
}
