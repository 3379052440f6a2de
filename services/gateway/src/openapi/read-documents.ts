import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Pool } from 'undici'
import { z } from 'zod'
import type { UpstreamPools } from '../proxy/upstream-pools.ts'
import { mergeDocuments } from './merge-documents.ts'
import { readExamples } from './reference-examples.ts'
import { withExamples } from './with-examples.ts'

const Served = z.object({
  own: z.record(z.string(), z.unknown()),
  extra: z.record(z.string(), z.unknown()).nullish(),
})
const withinMs = 2_000
const freshMs = 5_000

/** The API document as JSON text, without services that are down; read anew after five seconds. */
export function createDocumentReader(own: Record<string, unknown>, pools: UpstreamPools, logger: Logger) {
  const cache = new LRUCache<'document', string>({
    max: 1,
    ttl: freshMs,
    fetchMethod: async () => {
      const services = [...pools].filter(([name]) => name !== 'dashboard')
      const found = await Promise.all(services.map(([service, pool]) => ask(service, pool, logger)))
      const document = mergeDocuments(own, found.flat())
      return JSON.stringify(withExamples(document, await readExamples()))
    },
  })
  return () => cache.forceFetch('document')
}

/** The documents of a service: its own and its addition, if any; none while it is down. */
async function ask(service: string, pool: Pool, logger: Logger): Promise<Record<string, unknown>[]> {
  try {
    const { statusCode, body } = await pool.request({
      path: '/openapi.json',
      method: 'GET',
      signal: AbortSignal.timeout(withinMs),
    })
    const { own, extra } = Served.parse(await body.json())
    return statusCode === 200 ? [own, extra ?? {}] : []
  } catch (error) {
    logger.warn({ err: error, service }, 'a service is left out of the API document')
    return []
  }
}
