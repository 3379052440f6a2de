import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '@atrium/sdk'
import pg from 'pg'
import { readExamples } from '../workflow/read-examples.ts'
import type { TestPlatform } from './harness.ts'

const root = join(import.meta.dirname, '..', '..')

/**
 * Tables that a service changes by itself from time to time: leases, recounts of stored files, and
 * samples of queues each minute.
 */
const restless = new Set(['workflow.workers', 'assets.org_usage', 'workflow.queue_samples'])

/** Returns a fingerprint of every row in every table. */
async function countRows(db: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await db.query<{ name: string; quoted: string }>(`
    select schemaname || '.' || tablename as name, format('%I.%I', schemaname, tablename) as quoted
    from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
  const state: Record<string, string> = {}
  for (const { name, quoted } of tables) {
    if (restless.has(name)) continue
    const { rows } = await db.query<{ sum: string | null }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${quoted} t`,
    )
    state[name] = rows[0]?.sum ?? ''
  }
  return state
}

const listFiles = (folder: string | undefined): Promise<string[]> =>
  folder === undefined ? Promise.resolve([]) : readdir(folder, { recursive: true }).catch(() => [])

/** Returns all of a platform's data: rows, mails and files. */
export async function keptBy({ env }: TestPlatform) {
  const db = new pg.Client({ connectionString: env['DATABASE_URL'] })
  await db.connect()
  try {
    return {
      rows: await countRows(db),
      mails: (await listFiles(env['MAIL_OUTBOX_DIR'])).toSorted(),
      files: (await listFiles(env['ASSETS_UPLOAD_DIR'])).toSorted(),
    }
  } finally {
    await db.end()
  }
}

type Tried = Awaited<ReturnType<Client['workflows']['try']>>

/**
 * Tries each palette node's worked example, with the organisation's own records in place of those
 * in the example.
 */
export async function tryEveryNode(
  client: Client,
  workflowId: string,
  /** Returns the real values for a type, keyed by the names in its example. */
  real: (type: string) => Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, { effects: readonly unknown[]; tried: Tried }>> {
  const examples = readExamples(root)
  const { items: palette } = await client.workflows.listNodes()
  const found = new Map<string, { effects: readonly unknown[]; tried: Tried }>()
  const tryOne = async ({ type }: { type: string }): Promise<void> => {
    let text = JSON.stringify(examples[type])
    for (const [named, id] of Object.entries(real(type))) text = text.replaceAll(named, id)
    const { params, items, effects = [] } = JSON.parse(text)
    const position = { x: 0, y: 0 }
    const start = { id: 'start', type: 'trigger.manual', name: 'start', params: {}, position }
    const act = { id: 'act', type, name: 'act', params, position }
    const graph = type.startsWith('trigger.')
      ? { nodes: [act], edges: [] }
      : {
          nodes: [start, act],
          edges: [{ from: { node: 'start', output: 'main' }, to: { node: 'act', input: 'main' } }],
        }
    const tried = await client.workflows.try({
      params: { id: workflowId },
      body: { graph, input: { items } },
    })
    found.set(type, { effects, tried })
  }
  const waiting = [...palette]
  const turns = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await tryOne(next)
  }
  await Promise.all([turns(), turns()])
  return found
}
