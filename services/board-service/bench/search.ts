import { percentile, report, withServers } from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import { startService } from '@atrium/service-kit'
import { boardService } from '../src/service.ts'
import { openBoard } from './open-board.ts'
import { seedCards } from './seed-cards.ts'

const cards = 100_000
const queries: Readonly<Record<string, string[]>> = {
  'rare word': ['q=invoice1234', 'q=garden77', 'q=printer1999', 'q=coffee42'],
  'two words': ['q=concert+museum', 'q=bicycle+harbour+forest', 'q=kitchen+balance'],
  'word in most cards': ['q=invoice', 'q=meeting', 'q=printer'],
  'beginning of a word': ['q=bri', 'q=conc', 'q=har'],
  'word and tag': ['q=museum&tag=tag7', 'q=forest&tag=group3&tag=tag9'],
  'word, kind and order': [
    'q=invoice&kind=contact&sortBy=updatedAt',
    'q=concert&status=doing&sortBy=title',
    'q=museum&sortBy=dueDate&sortDir=asc',
  ],
  'list without words': [
    '',
    'kind=contact',
    'status=todo',
    'tag=tag7',
    'sortBy=updatedAt',
    'sortBy=title&sortDir=asc',
    'kind=task&offset=50000',
  ],
}

await withServers(async ({ databaseUrl, env, caller }) => {
  const service = await startService(boardService, {
    env: { ...env, NODE_ENV: 'development', RATE_LIMITS: 'off' },
    port: 0,
    destination: { write: () => {} },
  })
  const { deps, close } = openBoard(databaseUrl, 2)
  const orgId = newId('org')
  await seedCards(deps.db, orgId, cards)
  const call = async (query: string): Promise<void> => {
    const headers = await caller('board', { userId: 'usr_bench', orgId, role: 'member' })
    const answer = await fetch(`${service.url}/api/tasks?${query}`, { headers })
    const { total } = (await answer.json()) as { total: number }
    if (typeof total !== 'number')
      throw new Error(`The search for ${query} answers ${answer.status}`)
  }
  const all: number[] = []
  for (const [name, list] of Object.entries(queries)) {
    const samples: number[] = []
    for (let round = 0; round < 60; round += 1) {
      const at = performance.now()
      await call(list[round % list.length] ?? '')
      if (round >= list.length * 2) samples.push(performance.now() - at)
    }
    all.push(...samples)
    const p95 = percentile(samples, 0.95)
    report({ name: `search, ${name}, p95`, value: p95, unit: 'ms', target: '< 30' })
  }
  const whole = 'search over 100,000 cards, all kinds of queries, p95'
  report({ name: whole, value: percentile(all, 0.95), unit: 'ms', target: '< 30' })
  await close()
  await service.stop()
})
