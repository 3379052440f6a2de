import { createDatabase, migrate } from '@atrium/database'
import { createTestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { WorkflowDatabase } from '../database.ts'
import { migrations } from './index.ts'

test('keeps old transcripts, sums their bytes and rechecks a run only if it is large or open', async () => {
  const database = await createTestDatabase()
  const { db, close } = createDatabase<WorkflowDatabase>({
    url: database.url,
    schema: 'workflow',
    poolSize: 2,
  })
  onTestFinished(async () => {
    await close()
    await database.drop()
  })
  const before = Object.entries(migrations).filter(([name]) => name < '0020')
  await migrate(db, 'workflow', Object.fromEntries(before))
  await sql`insert into agent_runs (id, org_id, owner_id, kind, status, prompt, attempt, transcript_size, finished_at,
      cancel_requested) values
    ('small', 'org_1', 'usr_1', 'implement', 'succeeded', 'x', 1, 100, now(), false),
    ('large', 'org_1', 'usr_1', 'implement', 'succeeded', 'x', 1, 90000, now(), false),
    ('again', 'org_1', 'usr_2', 'implement', 'failed', 'x', 3, 7, now(), false),
    ('open', 'org_1', 'usr_2', 'implement', 'running', 'x', 1, 50, null, true)`.execute(db)
  await sql`insert into agent_transcripts (run_id, attempt, first, entries, org_id, size, body) values
    ('again', 1, 0, 1, 'org_1', 20, '[]'), ('again', 2, 0, 1, 'org_1', 30, '[]'),
    ('again', 3, 0, 1, 'org_1', 7, '[]')`.execute(db)
  await migrate(db, 'workflow', migrations)
  const { rows } = await sql`select id, settled_attempt as settled, earlier_size::int as earlier,
    cancel_asked_at is not null as asked from agent_runs order by id`.execute(db)
  expect(rows).toEqual([
    { id: 'again', settled: 0, earlier: 50, asked: false },
    { id: 'large', settled: 0, earlier: 0, asked: false },
    { id: 'open', settled: 0, earlier: 0, asked: true },
    { id: 'small', settled: 1, earlier: 0, asked: false },
  ])
  const { rows: sums } = await sql`
    select owner_id, bytes::int from agent_transcript_sums order by owner_id`.execute(db)
  expect(sums).toEqual([
    { owner_id: 'usr_1', bytes: 90_100 },
    { owner_id: 'usr_2', bytes: 57 },
  ])
})
