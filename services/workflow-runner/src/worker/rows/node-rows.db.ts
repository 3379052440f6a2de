import { type RawBuilder, sql } from 'kysely'
import type { NodeRecord } from '../../engine/index.ts'

/** The columns of `node_runs` with their types. Records use the camel case names. */
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
