import { randomUUID } from 'node:crypto'
import { settleRelease } from '@atrium/asset-fences'
import { report, withServers } from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import { migrate } from '@atrium/database'
import { sql } from 'kysely'
import { migrations } from '../src/migrations/index.ts'
import { answerLiveness, releaseRound } from '../src/references/answer-liveness.ts'
import { openBoard } from './open-board.ts'
import { seedCards } from './seed-cards.ts'

const references = 100_000
const candidates = 1_000

await withServers(async ({ databaseUrl }) => {
  const { deps, close } = openBoard(databaseUrl, 4)
  const orgId = newId('org')
  await migrate(deps.db, 'board', migrations)
  await seedCards(deps.db, orgId, references)
  await sql`insert into asset_references (asset_key, task_id)
    select ${orgId}::text || '/pub/' || gen_random_uuid() || '.png', id from tasks`.execute(deps.db)
  await sql`vacuum analyze asset_references`.execute(deps.db)
  const { rows: live } = await sql<{ key: string }>`
    select asset_key as key from asset_references order by random() limit ${candidates / 2}`.execute(
    deps.db,
  )
  const keys = [
    ...live.map((row) => row.key),
    ...Array.from({ length: candidates / 2 }, () => `${orgId}/pub/${randomUUID()}.png`),
  ]
  await sql`insert into release_candidates (org_id, asset_key, due_at)
    select ${orgId}, unnest(${keys}::text[]), now()`.execute(deps.db)

  const started = performance.now()
  let released = 0
  // Runs the release round of assets-service without the deletions in the blob store.
  await releaseRound(deps, async (_, asked) => {
    const releaseId = randomUUID()
    const answer = new Set((await answerLiveness(deps, { orgId, keys: asked, releaseId })).live)
    const gone = asked.filter((key) => !answer.has(key))
    const kept = asked.filter((key) => answer.has(key))
    await settleRelease(deps, { orgId, releaseId, released: gone, kept })
    released = gone.length
    return { released: gone, kept }
  })
  const seconds = (performance.now() - started) / 1000
  const name = 'release of 1,000 candidates against 100,000 references'
  report({ name, value: seconds, unit: 's', target: '< 2' })
  report({ name: 'of them released', value: released, unit: 'keys', target: '= 500' })
  await close()
})
