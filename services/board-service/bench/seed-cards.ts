import { sql } from 'kysely'
import type { Db } from '../src/database.ts'

const words =
  'invoice meeting printer garden summer launch budget review draft customer answer train coffee market paper window light river camera recipe ticket bridge museum school harbour forest bicycle kitchen concert balance'

/**
 * Inserts cards with a 4-word title, a 40-word body and 2 tags. Some words are rare, some common.
 */
export async function seedCards(db: Db, orgId: string, count: number): Promise<void> {
  await sql`
    with vocabulary as (select string_to_array(${words}, ' ') as w),
    made as (
      select n, 'task_' || lpad(to_hex(n), 32, '0') as id,
        (select string_agg(w[1 + floor(random() * 30)::int + 0 * g], ' ') from generate_series(1, 4 + 0 * n) g) as title,
        (select string_agg(w[1 + floor(power(random(), 3) * 30)::int + 0 * g] || case when random() < 0.3
          then floor(random() * 2000)::int::text else '' end, ' ') from generate_series(1, 40 + 0 * n) g) as body,
        array['tag' || n % 50, 'group' || n % 7] as tags
      from vocabulary, generate_series(1, ${count}::int) n
    )
    insert into tasks (id, org_id, owner_id, kind, title, body, status, tags, fields, search,
      status_changed_at, created_at, updated_at)
    select id, ${orgId}, 'usr_bench', case when n % 9 = 0 then 'contact' else 'task' end, title, body,
      case when n % 10 = 0 then 'doing' else 'todo' end, tags, '{}',
      array_to_tsvector(array['=' || ${orgId}::text, '#' || tags[1], '#' || tags[2]])
        || to_tsvector('simple', title || ' ' || tags[1] || ' ' || tags[2] || ' ' || body),
      now() - n * interval '1 second', now() - n * interval '1 second', now() - n * interval '1 second'
    from made`.execute(db)
  await sql`vacuum analyze tasks`.execute(db)
}
