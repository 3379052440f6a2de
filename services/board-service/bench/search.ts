import { newId } from '@atrium/contracts'
import { createPrincipalTokens, principalHeader } from '@atrium/http'
import { startService } from '@atrium/service-kit'
import { boardService } from '../src/service.ts'
import { openBoard, percentile, printTable, result, seedCards, withServers } from './platform.ts'

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

await withServers(async ({ databaseUrl, env }) => {
  const service = await startService(boardService, { env, port: 0, destination: { write: () => {} } })
  const { deps, close } = openBoard(databaseUrl, 2)
  const orgId = newId('org')
  await seedCards(deps.db, orgId, cards)
  const tokens = await createPrincipalTokens(env['AUTH_SESSION_SECRET'] ?? '')
  const call = async (query: string): Promise<{ total: number }> => {
    const token = await tokens.sign({
      userId: 'usr_bench',
      orgId,
      role: 'member',
      isAdmin: false,
      via: 'session',
      credentialId: 'bench',
    })
    const answer = await fetch(`${service.url}/api/tasks?${query}`, { headers: { [principalHeader]: token } })
    return (await answer.json()) as { total: number }
  }
  const all: number[] = []
  for (const [name, list] of Object.entries(queries)) {
    const samples: number[] = []
    let total = 0
    for (let round = 0; round < 60; round += 1) {
      const at = performance.now()
      total = (await call(list[round % list.length] ?? '')).total
      if (round >= list.length * 2) samples.push(performance.now() - at)
    }
    all.push(...samples)
    result(`search, ${name} (${total} hits), p95`, percentile(samples, 0.95), 'ms', '< 30')
  }
  result('search over 100,000 cards, all kinds of queries, p95', percentile(all, 0.95), 'ms', '< 30')
  await close()
  await service.stop()
})
printTable()
