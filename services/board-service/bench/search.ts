import { newId } from '@atrium/contracts'
import { createPrincipalTokens, principalHeader } from '@atrium/http'
import { startService } from '@atrium/service-kit'
import { boardService } from '../src/service.ts'
import { openBoard, percentile, printTable, result, seedCards, withServers } from './platform.ts'

const cards = 100_000
const queries: Readonly<Record<string, string[]>> = {
  'rare word': ['invoice1234', 'garden77', 'printer1999', 'coffee42'],
  'two words': ['concert museum', 'bicycle harbour forest', 'kitchen balance'],
  'word in most cards': ['invoice', 'meeting', 'printer'],
  'beginning of a word': ['bri', 'conc', 'har'],
  'word and tag': ['museum&tag=tag7', 'forest&tag=group3&tag=tag9'],
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
      const q = (list[round % list.length] ?? '').replace(/ /g, '+')
      const at = performance.now()
      total = (await call(`q=${q}`)).total
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
