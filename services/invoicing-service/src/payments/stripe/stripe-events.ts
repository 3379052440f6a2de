interface Page {
  data: unknown[]
  ids: string[]
  has_more: boolean
}

const mostPages = 50

/** All events of a listing, oldest first; the provider lists the newest first. At most 5,000, the newest ones. */
export async function* listStripeEvents(
  fetchPage: (after: string | undefined) => Promise<Page>,
): AsyncGenerator<unknown> {
  const events: unknown[] = []
  let after: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const { data, ids, has_more } = await fetchPage(after)
    events.push(...data)
    after = ids.at(-1)
    if (!has_more || after === undefined) break
  }
  yield* events.reverse()
}
