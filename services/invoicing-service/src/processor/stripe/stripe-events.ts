import { z } from 'zod'

export const EventPage = z.object({
  data: z.array(
    z.looseObject({ id: z.string().min(1), created: z.number().optional().catch(undefined) }),
  ),
  has_more: z.boolean(),
})
type Page = z.output<typeof EventPage>

/** A time span in seconds since 1970. */
export interface Span {
  gte: number
  lt?: number
}

const mostInMemory = 5_000

/**
 * Yields all events of a span, oldest first. The provider lists the newest first, so a span with
 * more events than fit in memory is split, and the older part is listed first.
 */
export async function* listStripeEvents(
  fetchPage: (span: Span, after: string | undefined) => Promise<Page>,
  span: Span,
): AsyncGenerator<Page['data'][number]> {
  const events: Page['data'] = []
  for (;;) {
    const { data, has_more } = await fetchPage(span, events.at(-1)?.id)
    events.push(...data)
    if (!has_more || data.length === 0) break
    const oldest = events.at(-1)?.created ?? span.gte
    if (events.length < mostInMemory || oldest <= span.gte) continue
    events.length = 0
    yield* listStripeEvents(fetchPage, { ...span, lt: oldest })
    yield* listStripeEvents(fetchPage, { ...span, gte: oldest })
    return
  }
  yield* events.reverse()
}
