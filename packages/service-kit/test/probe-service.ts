import { defineVariables } from '@atrium/config'
import { defineEvent, defineJob, defineOperation, defineRpc } from '@atrium/contracts'
import {
  emit,
  emitJob,
  inTransaction,
  type Migrations,
  type PlatformTables,
} from '@atrium/database'
import { mount } from '@atrium/http'
import { eventConsumer, jobWorker, rpcHandler } from '@atrium/messaging'
import { type Generated, type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { defineService, type ServiceDefinition, type ServiceParts } from '../src/index.ts'

export interface ProbeTables extends PlatformTables {
  notes: { id: Generated<number>; text: string; source: string }
}

export const migrations: Migrations = {
  '0001-notes': {
    up: async (db) => {
      await sql`create table notes (id serial primary key, text text not null, source text not null)`.execute(
        db,
      )
    },
  },
}

export const NoteWritten = defineEvent({
  type: 'probe.written',
  description: 'A note was written',
  domain: false,
  schema: z.object({ text: z.string() }),
})
export const CopyNote = defineJob({
  subject: 'probe-copy',
  schema: z.object({ text: z.string() }),
  ackWaitMs: 10_000,
  maxDeliver: 1,
})
export const CountNotes = defineRpc({
  subject: 'probe.count',
  description: 'How many notes there are',
  input: z.object({}),
  output: z.object({ count: z.number() }),
  timeoutMs: 2_000,
})
const writeNote = defineOperation({
  id: 'writeNote',
  method: 'post',
  path: '/api/notes',
  tag: 'Notes',
  summary: 'Write a note; an event and a job copy it',
  access: 'public',
  body: z.strictObject({ text: z.string() }),
  responses: { 201: { description: 'Written', schema: z.object({ id: z.number() }) } },
})
const wait = defineOperation({
  id: 'wait',
  method: 'get',
  path: '/api/wait/{ms}',
  tag: 'Notes',
  summary: 'Answers after so many milliseconds',
  access: 'public',
  params: z.object({ ms: z.coerce.number() }),
  responses: { 200: { description: 'Waited', schema: z.object({ waited: z.number() }) } },
})
const breakDown = defineOperation({
  id: 'breakDown',
  method: 'get',
  path: '/api/break',
  tag: 'Notes',
  summary: 'Fails with everything it knows',
  access: 'public',
  responses: { 200: { description: 'Never', schema: z.object({}) } },
})

/** One secret of each form, in addition to those that every service has. */
export const probeVariables = defineVariables({
  owner: 'board',
  table: {
    PROBE_KEY: { kind: 'secret', type: 'text', about: 'A key.' },
    PROBE_URL: { kind: 'secret', type: 'url', about: 'A bearer address.' },
    PROBE_BASE_URL: { kind: 'secret', type: 'baseUrl', about: 'Another.' },
  },
})

export interface ProbeChanges extends Partial<ServiceDefinition<ProbeTables>> {
  parts?: Partial<ServiceParts<ProbeTables>>
  /** True if it processes its queue. A worker takes up to a second to stop. */
  jobs?: boolean
}

/**
 * Returns a service that uses everything the kit offers. `changes` are added to its parts or
 * replace them.
 */
export function probeService(changes: ProbeChanges = {}): ServiceDefinition<ProbeTables> {
  const { parts, jobs = false, ...definition } = changes
  return defineService<ProbeTables>({
    name: 'board',
    description: 'Probe',
    database: { schema: 'probe', migrations },
    variables: probeVariables,
    port: () => 0,
    build({ createApp, database, env, logger }) {
      if (database === undefined) throw new Error('no database')
      const { db } = database
      const app = createApp()
      mount(app, writeNote, async ({ body }) =>
        inTransaction(db, undefined, async (tx) => {
          await emit(tx, NoteWritten, null, body)
          await emitJob(tx, CopyNote, body)
          return tx
            .insertInto('notes')
            .values({ text: body.text, source: 'request' })
            .returning('id')
            .executeTakeFirstOrThrow()
        }),
      )
      mount(app, wait, async ({ params }) => {
        logger.warn('a request waits')
        await new Promise((resolve) => setTimeout(resolve, params.ms))
        return { waited: params.ms }
      })
      mount(app, breakDown, async () => {
        throw new Error(`All I know: ${JSON.stringify(env)}`, { cause: { headers: env } })
      })
      return {
        app,
        rpc: [
          rpcHandler(CountNotes, async () => {
            const row = await db
              .selectFrom('notes')
              .select((eb) => eb.fn.countAll<string>().as('n'))
              .executeTakeFirstOrThrow()
            return { count: Number(row.n) }
          }),
        ],
        consumers: [
          eventConsumer<ProbeTables, typeof NoteWritten.schema>(
            'copy',
            NoteWritten,
            async (tx, { data }) => {
              await tx.insertInto('notes').values({ text: data.text, source: 'event' }).execute()
            },
          ),
        ],
        jobs: jobs ? [copyJob(db)] : [],
        ...parts,
      }
    },
    ...definition,
  })
}

const copyJob = (db: Kysely<ProbeTables>) =>
  jobWorker(CopyNote, {
    slots: 1,
    handle: async ({ text }) => void (await insert(db, text, 'job')),
  })

const insert = (db: Kysely<ProbeTables>, text: string, source: string) =>
  db.insertInto('notes').values({ text, source }).execute()

/** Returns the source of each note, sorted. */
export async function sources(db: Kysely<ProbeTables>): Promise<string[]> {
  const rows = await db.selectFrom('notes').select('source').execute()
  return rows.map((row) => row.source).toSorted()
}
