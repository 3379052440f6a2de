import { z } from 'zod'
import type { Api, ApiRequest } from '../api.ts'

const mostTurns = 50

/** Reads all Pages that the user manages, at most 50 requests with 100 Pages each. */
export async function managedPages<S extends z.ZodType>(
  graph: Api,
  by: ApiRequest['by'],
  fields: string,
  entry: S,
): Promise<z.output<S>[]> {
  const paging = z.object({ next: z.string().nullish() }).nullish()
  const schema = z.object({ data: z.array(entry), paging })
  const found: z.output<S>[] = []
  let next: string | undefined = '/me/accounts'
  for (let turn = 0; next !== undefined && turn < mostTurns; turn += 1) {
    const list: z.output<typeof schema> = await graph({
      path: next,
      by,
      schema,
      ...(turn === 0 ? { query: { fields, limit: '100' } } : {}),
    })
    found.push(...list.data)
    next = list.paging?.next || undefined
  }
  return found
}
