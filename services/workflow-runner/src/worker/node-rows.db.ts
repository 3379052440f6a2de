import { type RawBuilder, sql } from 'kysely'

/** The columns of `node_runs` with their types, in one order. */
const columns = `run_id text, node_id text, position int, name text, type text, status text, skip_reason text,
  items_in int, items_out int, outputs jsonb, message text, error text, fix jsonb, incomplete boolean, usage jsonb,
  signal_samples jsonb, sample jsonb, started_at timestamptz, finished_at timestamptz`
const names = [...columns.matchAll(/(?<!\w)(\w+) (?:text|int|jsonb|boolean|timestamptz)/g)].map(
  ([, name]) => name ?? '',
)
const changing = names.filter((name) => !['run_id', 'node_id', 'position', 'name', 'type'].includes(name))

/** `n(…)`: how a JSON array of node rows is read. */
export const nodeRowsAs = sql.raw(`n(${columns})`)

/** An upsert of the rows `n` from `source`, which has the condition that lets them in. */
export const upsertNodeRows = (source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into node_runs (${sql.raw(names.join(', '))})
  select ${sql.raw(names.map((name) => `n.${name}`).join(', '))} ${source}
  on conflict (run_id, node_id) do update set ${sql.raw(
    changing.map((name) => `${name} = excluded.${name}`).join(', '),
  )}`
