import { report, withServers } from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import { migrate } from '@atrium/database'
import { sql } from 'kysely'
import { migrations } from '../src/migrations/index.ts'
import { claimDuePost } from '../src/posts/claim-post.ts'
import { openBoard } from './open-board.ts'

const due = 10_000
const workers = 8

await withServers(async ({ databaseUrl }) => {
  const { deps, close } = openBoard(databaseUrl, workers)
  const orgId = newId('org')
  await migrate(deps.db, 'board', migrations)
  await sql`insert into tasks (id, org_id, owner_id, kind, title, body, status, tags, due_date, destination_scheme,
      destination_host, fields, search, status_changed_at, created_at, updated_at)
    select 'task_' || lpad(to_hex(n), 32, '0'), ${orgId}, 'usr_bench', 'post', '', 'Hello ' || n, 'reviewed', '{}',
      now() - n * interval '1 second', 'automated', 'x.com', '{}', to_tsvector('simple', 'hello'), now(), now(), now()
    from generate_series(1, ${due}::int) n`.execute(deps.db)
  await sql`insert into posts (task_id, org_id, platform, channel_id, link_handling, media)
    select id, org_id, 'shortpost', 'chn_1', 'keep', '{}' from tasks`.execute(deps.db)
  await sql`vacuum analyze tasks`.execute(deps.db)

  const claimed: string[] = []
  const work = async (): Promise<void> => {
    for (;;) {
      const claim = await claimDuePost(deps, { orgId, deadlineSeconds: 900 })
      if (claim === null) return
      claimed.push(claim.card.id)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: workers }, work))
  const seconds = (performance.now() - started) / 1000
  const distinct = new Set(claimed).size
  const twice = 'posts claimed twice, 8 workers over 10,000 due'
  report({ name: twice, value: claimed.length - distinct, unit: 'posts', target: '= 0' })
  report({ name: 'posts left unclaimed', value: due - distinct, unit: 'posts', target: '= 0' })
  report({ name: 'claims', value: claimed.length / seconds, unit: 'a second', target: '>= 1000' })
  await close()
})
