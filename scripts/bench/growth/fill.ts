import type { StartedPlatform } from '../started-platform.ts'

/** The organisation that grows, and its owner. */
export interface GrownOrg {
  orgId: string
  userId: string
}

const day = "interval '1 day'"
const words =
  'invoice meeting printer garden summer launch budget review draft customer answer train coffee market paper window light river camera recipe ticket bridge museum school harbour forest bicycle kitchen concert balance'

// 10,000 texts of six words. Early words are frequent, and a word with a number is rare.
const texts = `select array_agg(text) as texts from (
  select string_agg(w[1 + floor(power(random(), 3) * 30)::int] || case when random() < 0.2
    then floor(random() * 2000)::int::text else '' end, ' ') as text
  from (select string_to_array('${words}', ' ') as w) vocabulary, generate_series(0, 59999) word
  group by word % 10000) made`

// Parameters: the organisation, its owner, the first and the last row. Ids grow with the row number,
// and the newest row is one of today. Rows repeat themselves in time, so that the organisation has
// been in business for about two years at every size.
const rows: Readonly<Record<string, string>> = {
  'invoicing.customers': `
    insert into invoicing.customers (id, org_id, name, email, phone, billing_city, billing_country, created_at)
    select 'cus_' || md5($1 || '/' || n), $1,
      (array['Harbour','Garden','Summer','Mill','River','North','Bright','Oak'])[1 + n % 8] || ' '
        || (array['Bakery','Books','Cycles','Press','Studio','Foods'])[1 + n % 6] || ' ' || n,
      'office' || n || '@example.com', case when n % 3 = 0 then '+49 30 ' || 1000000 + n end, 'Berlin', 'DE',
      now() - (n % 700) * ${day}
    from generate_series($3::int, $4::int) n where $2 <> ''`,
  'invoicing.invoices': `
    insert into invoicing.invoices (id, org_id, customer_id, number, source, status, currency, line_items,
      vat_rate_bps, subtotal_amount_cents, vat_amount_cents, total_amount_cents, recorded_cents,
      issue_date, due_date, paid_at, overdue_announced_at, time_zone, footer, created_at, updated_at)
    select 'inv_' || md5($1 || '/' || n), $1, 'cus_' || md5($1 || '/' || (n - (n % 7) * (n % 11) % n)),
      case when status <> 'draft' then 'INV-' || 2025 + n % 2 || '-' || lpad(n::text, 7, '0') end,
      case when n % 4 = 0 then 'recurring' else 'one_off' end, status,
      case when n % 20 = 0 then 'USD' else 'EUR' end,
      '[{"description":"Work","quantity":1,"unitAmountCents":10000}]', 1900, net, net / 5, net + net / 5,
      case when status = 'paid' then net + net / 5 else 0 end,
      case when status <> 'draft' then issued end, case when status <> 'draft' then issued + 30 * ${day} end,
      case when status = 'paid' then issued + n % 40 * ${day} end, now(), 'Europe/Berlin', repeat('Payable by bank transfer. ', 20), issued, issued
    from (select n, 1000 + n % 977 * 100 as net, now() - n % 730 * ${day} - n % 1440 * interval '1 minute' as issued,
        case when n % 50 < 2 then 'draft' when n % 50 < 8 then 'open' when n % 50 = 8 then 'void'
          when n % 50 = 9 then 'uncollectible' else 'paid' end as status
      from generate_series($3::int, $4::int) n) made where $2 <> ''`,
  'invoicing.invoice_payments': `
    insert into invoicing.invoice_payments (id, org_id, invoice_id, amount_cents, currency, paid_on, method, closing,
      author, created_at, touched_at)
    select 'pay_' || substr(i.id, 5), i.org_id, i.id, i.total_amount_cents, i.currency, to_char(i.paid_at, 'YYYY-MM-DD'),
      'transfer', true, jsonb_build_object('type', 'user', 'id', $2::text), i.paid_at, i.paid_at
    from generate_series($3::int, $4::int) n join invoicing.invoices i on i.id = 'inv_' || md5($1 || '/' || n)
    where i.org_id = $1 and i.status = 'paid'`,
  'board.tasks': `
    insert into board.tasks (id, org_id, owner_id, kind, title, body, status, tags, fields, search, due_date,
      due_on, assignee_id, customer_id, destination_scheme, destination_host, status_changed_at, created_at, updated_at)
    select id, $1, $2, kind, title, body, status, tags, '{}',
      array_to_tsvector(array['=' || $1::text, '#' || tags[1], '#' || tags[2]])
        || to_tsvector('simple', title || ' ' || tags[1] || ' ' || tags[2] || ' ' || body),
      due, to_char(due, 'YYYY-MM-DD'), case when n % 3 = 0 then $2 end,
      case when n % 5 = 0 then 'cus_' || md5($1 || '/' || n) end,
      case when kind = 'post' then 'manual' end, case when kind = 'post' then 'shortpost' end, made, made, made
    from (select n, 'task_' || md5($1 || '/' || n) as id,
        case when n % 9 = 0 then 'contact' when n % 10 = 3 then 'post' else 'task' end as kind,
        texts[1 + n % 9973] as title, texts[1 + n % 9967] || ' ' || texts[1 + n % 9949] as body,
        case when n % 10 = 3 and n % 9 <> 0 then (case when n % 40 = 3 then 'reviewed' else 'posted' end)
          when n % 10 = 0 then 'doing' when n % 10 < 5 then 'todo' else 'done' end as status,
        array['tag' || n % 50, 'group' || n % 7] as tags, now() - n % 730 * ${day} as made,
        case when n % 2 = 1 then now() + (30 - n % 730) * ${day} end as due
      from (${texts}) vocabulary, generate_series($3::int, $4::int) n) made`,
  'board.posts': `
    insert into board.posts (task_id, org_id, platform, link_handling, media, posted_at)
    select t.id, t.org_id, 'shortpost', 'none', '{}', case when t.status = 'posted' then t.due_date end
    from generate_series($3::int, $4::int) n join board.tasks t on t.id = 'task_' || md5($1 || '/' || n)
    where t.org_id = $1 and t.kind = 'post' and $2 <> ''`,
  'workflow.runs': `
    insert into workflow.runs (id, org_id, lane, workflow_id, owner_id, queue, priority, status, trigger, seeds,
      created_at, started_at, finished_at)
    select 'run_' || lpad(to_hex(n), 12, '0') || left(md5($1 || '/' || n), 20), $1, $1, 'wf_' || md5($1 || '/' || n % 20), $2, 'workflow-run', 5,
      case when n % 40 = 0 then 'failed' else 'completed' end,
      case when n % 3 = 0 then 'schedule' else 'webhook' end, '[]', made, made, made + interval '1 second'
    from (select n, now() - (10000000 - n) * interval '1 second' / 2 as made
      from generate_series($3::int, $4::int) n) made`,
  'identity.audit_entries': `
    insert into identity.audit_entries (id, org_id, at, actor_type, actor_id, actor_name, action, target_type,
      target_id, target_name, detail)
    select 'aud_' || md5($1 || '/' || n), $1, now() - n * interval '30 seconds', 'user', $2, 'Bench',
      (array['session.signed_in','key.created','invoice.created','customer.changed','org.changed'])[1 + n % 5],
      'invoice', 'inv_' || md5($1 || '/' || n), 'Invoice ' || n, '{}' from generate_series($3::int, $4::int) n`,
  'identity.activity_entries': `
    insert into identity.activity_entries (id, org_id, at, kind, actor_type, actor_id, actor_name, target_type,
      target_id, target_name, audience)
    select 'act_' || md5($1 || '/' || n), $1, now() - n * interval '30 seconds', 'invoice.created', 'user', $2, 'Bench',
      'invoice', 'inv_' || md5($1 || '/' || n), 'Invoice ' || n, case when n % 4 = 0 then 'admin' else 'member' end
    from generate_series($3::int, $4::int) n`,
  'assets.file_descriptions': `
    insert into assets.file_descriptions (org_id, key, name, alt_text, tags, stored_at, search)
    select $1, key, name, '', tags, now() - n * interval '1 minute',
      array_to_tsvector(array['=' || $1::text, '#' || tags[1]]) || to_tsvector('simple', name || ' ' || tags[1])
    from (select n, $1 || '/priv/' || md5($1 || '/' || n) || '.png' as key, w[1 + n % 30] || ' ' || w[1 + n % 29] || ' ' || n as name,
        array['tag' || n % 50] as tags
      from (select string_to_array('${words}', ' ') as w) vocabulary, generate_series($3::int, $4::int) n) made where $2 <> ''`,
}
const workflowsPerOrg = 20

/** More rows than this are inserted without indexes, and the indexes built afterwards. */
const mostWithIndexes = 20_000

/**
 * Adds the rows from `first` to `last` of every kind. Triggers and foreign keys are off, because
 * the bench measures reads and the rows are consistent.
 */
export async function fillOrg(
  { query }: Pick<StartedPlatform, 'query'>,
  { orgId, userId }: GrownOrg,
  first: number,
  last: number,
): Promise<void> {
  await query("set session_replication_role = 'replica'")
  await query("set maintenance_work_mem = '512MB'")
  if (first === 1)
    await query(
      `insert into workflow.workflows (id, org_id, owner_id, name, graph)
      select 'wf_' || md5($1 || '/' || n), $1, $2, 'Workflow ' || n, '{"nodes":[],"edges":[]}'
      from generate_series(0, $3::int - 1) n`,
      [orgId, userId, workflowsPerOrg],
    )
  for (const [table, statement] of Object.entries(rows)) {
    const indexes = last - first < mostWithIndexes ? [] : await dropIndexes(query, table)
    await query(statement, [orgId, userId, first, last])
    for (const definition of indexes) await query(definition)
  }
  await query("set session_replication_role = 'origin'")
}

/** Drops a table's indexes, except those of constraints, and returns their definitions. */
async function dropIndexes(query: StartedPlatform['query'], table: string): Promise<string[]> {
  const indexes = await query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
    where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [table],
  )
  for (const { name } of indexes) await query(`drop index ${name}`)
  return indexes.map(({ definition }) => definition)
}

/** Updates the statistics and the visibility map, as autovacuum does later. */
export async function vacuumAll({ query }: Pick<StartedPlatform, 'query'>): Promise<void> {
  for (const table of Object.keys(rows)) await query(`vacuum analyze ${table}`)
}
