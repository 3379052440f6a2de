import { type RawBuilder, sql } from 'kysely'
import type { NodeRecord } from '../../engine/index.ts'

/**
 * The columns of `node_runs` with their types. Records use the camel case names, packed rows the
 * names of the columns.
 */
const columns = {
  run_id: 'text',
  node_id: 'text',
  position: 'int',
  name: 'text',
  type: 'text',
  status: 'text',
  skip_reason: 'text',
  items_in: 'int',
  items_out: 'int',
  outputs: 'jsonb',
  message: 'text',
  error: 'text',
  fix: 'jsonb',
  incomplete: 'boolean',
  usage: 'jsonb',
  signal_samples: 'jsonb',
  sample: 'jsonb',
  started_at: 'timestamptz',
  finished_at: 'timestamptz',
}
const names = Object.keys(columns)
const changing = names.slice(names.indexOf('status'))
const field = (name: string): string =>
  `"${name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}"`

const iso = (millis: number | null): string | null =>
  millis === null ? null : new Date(millis).toISOString()

export const nodeRow = (runId: string, record: NodeRecord): object => ({
  ...record,
  runId,
  startedAt: iso(record.startedAt),
  finishedAt: iso(record.finishedAt),
})

/** `n(…)`: the column list that reads node rows from a JSON array. */
export const nodeRowsAs = sql.raw(
  `n(${Object.entries(columns)
    .map(([name, type]) => `${field(name)} ${type}`)
    .join(', ')})`,
)

export const upsertNodeRows = (source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into node_runs (${sql.raw(names.join(', '))})
  select ${sql.raw(names.map((name) => `n.${field(name)}`).join(', '))} ${source}
  on conflict (run_id, node_id) do update set ${sql.raw(
    changing.map((name) => `${name} = excluded.${name}`).join(', '),
  )}`

/**
 * CTEs that replace all rows of ended runs by one packed row for each: the given rows, and those
 * that were written before. Packed, a run takes a third of the space. `ended` names the CTE with the
 * ids. Writes nothing for a run that is packed already.
 */
export const packNodeRows = (
  ids: readonly string[],
  given: RawBuilder<unknown>,
  ended: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  last_nodes as (
    select ${sql.raw(names.map((name) => `n.${field(name)} as ${name}`).join(', '))}
    from jsonb_to_recordset(${given}) as ${nodeRowsAs} where n."runId" in (select id from ${ended})),
  earlier_nodes as (
    delete from node_runs r where r.run_id = any(${ids}::text[]) and r.run_id in (select id from ${ended})
    returning ${sql.raw(names.map((name) => `r.${name}`).join(', '))}),
  packed_nodes as (
    insert into packed_node_runs (run_id, nodes)
    select n.run_id, jsonb_agg(to_jsonb(n) - 'run_id' order by n.position)
    from (
      select * from last_nodes union all
      select * from earlier_nodes e where not exists (
        select from last_nodes l where l.run_id = e.run_id and l.node_id = e.node_id)) n
    group by n.run_id
    on conflict (run_id) do nothing)`
