import { z } from 'zod'
import type { Api } from '../api.ts'

const mostTurns = 50

/** What `GET /me/accounts` answers, one of its pages. */
const pageOfList = <S extends z.ZodType>(entry: S) =>
  z.looseObject({
    data: z.array(entry),
    paging: z.looseObject({ next: z.string().nullish() }).nullish(),
  })

/** Every Page that a person's token lists, over all the pages of the listing. */
export async function managedPages<S extends z.ZodType>(
  graph: Api,
  token: string,
  fields: string,
  entry: S,
): Promise<z.output<S>[]> {
  const schema = pageOfList(entry)
  const found: z.output<S>[] = []
  let next: string | undefined = '/me/accounts'
  for (let turn = 0; next !== undefined && turn < mostTurns; turn += 1) {
    const list: z.output<typeof schema> = await graph({
      path: next,
      token,
      schema,
      ...(turn === 0 ? { query: { fields, limit: '100' } } : {}),
    })
    found.push(...list.data)
    next = list.paging?.next || undefined
  }
  return found
}
