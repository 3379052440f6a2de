import type { Operation } from '@atrium/contracts'
import type { CallInput, CallOptions, CallOutput, Transport } from './transport.ts'

export type ItemOf<O extends Operation> =
  CallOutput<O> extends { items: ReadonlyArray<infer I> } ? I : never

interface Page {
  items: ReadonlyArray<{ readonly id?: unknown }>
  total?: number
  next?: string | null
}

/** Yields every record of a list and fetches pages as needed. Throws `AtriumError`. */
export async function* eachItem<const O extends Operation>(
  transport: Pick<Transport, 'call'>,
  operation: O,
  input: CallInput<O>,
  options: CallOptions = {},
): AsyncGenerator<ItemOf<O>> {
  const given = (input as { query?: Readonly<Record<string, unknown>> }).query ?? {}
  const takes = (name: string) =>
    operation.query !== undefined && Object.hasOwn(operation.query.shape, name)
  let query: Record<string, unknown> = takes('limit') ? { limit: 100, ...given } : { ...given }
  for (;;) {
    const page = (await transport.call(
      operation,
      { ...input, query } as CallInput<O>,
      options,
    )) as Page
    yield* page.items as ReadonlyArray<ItemOf<O>>
    const next = followingPage(page, query, takes)
    if (page.items.length === 0 || next === undefined) return
    query = { ...query, ...next }
  }
}

function followingPage(
  page: Page,
  query: Record<string, unknown>,
  takes: (name: string) => boolean,
) {
  if (takes('cursor')) {
    // A cursor includes the offset, so the offset must not be sent again.
    return page.next == null ? undefined : { cursor: page.next, offset: undefined }
  }
  if (takes('offset')) {
    const offset = Number(query['offset'] ?? 0) + page.items.length
    return page.total === undefined || offset < page.total ? { offset } : undefined
  }
  const last = page.items.at(-1)?.id
  return takes('before') && last !== undefined ? { before: last } : undefined
}
