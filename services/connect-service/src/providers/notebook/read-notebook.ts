import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type { Api, ApiRequest } from '../api.ts'
import type { NotebookReader } from '../readers.ts'
import { blockText, notebookValue, titleOf } from './notebook-value.ts'
import type { Pacer } from './pacer.ts'

const pageSize = 100
const mostSources = 50
const mostColumns = 200

/** Databases of earlier versions hold their rows themselves and name no sources. */
const DatabaseAnswer = z.object({ data_sources: z.array(z.object({ id: z.string() })).optional() })

const Rows = z.object({
  results: z
    .array(
      z.object({
        id: z.string(),
        url: z.string().nullish(),
        created_time: z.string().catch(''),
        last_edited_time: z.string().catch(''),
        properties: z.record(z.string(), z.unknown()).catch({}),
      }),
    )
    .default([]),
  next_cursor: z.string().nullish(),
  has_more: z.boolean().default(false),
})
const Blocks = z.object({
  results: z.array(z.unknown()).default([]),
  next_cursor: z.string().nullish(),
  has_more: z.boolean().default(false),
})

/** The place in all sources of a database. No sources: the database itself is asked. */
const Place = z.object({
  sources: z.array(z.string().max(100)).max(mostSources),
  at: z.number().int(),
  cursor: z.string().nullable(),
})
type Place = z.infer<typeof Place>

function placeOf(cursor: string): Place {
  try {
    const place = Place.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (place.success) return place.data
  } catch {
    // Refused below.
  }
  throw new NetworkError('blocked', 'The cursor cannot be read')
}
const cursorOf = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url')

const isNotShown = (error: unknown): error is NetworkError =>
  error instanceof NetworkError && error.class === 'fix_content'

/** Databases of the notebook provider, at the pace that it allows. */
export function notebookReader(api: Api, pace: Pacer): NotebookReader {
  const paced = async <S extends z.ZodType>(request: ApiRequest & { schema: S }): Promise<z.output<S>> => {
    await pace(request.by.accessToken)
    return api(request)
  }
  return {
    async query(by, { database, changedSince, cursor }) {
      let notShown: NetworkError | undefined
      const begin = async (): Promise<Place> => {
        const { data_sources: sources = [] } = await paced({
          path: `/databases/${database}`,
          by,
          schema: DatabaseAnswer,
        }).catch((error: unknown) => {
          if (!isNotShown(error)) throw error
          // A proxy may serve the query alone.
          notShown = error
          return { data_sources: [] }
        })
        return { sources: sources.slice(0, mostSources).map(({ id }) => id), at: 0, cursor: null }
      }
      const place = cursor === null ? await begin() : placeOf(cursor)
      const source = place.sources[place.at]
      const answer = await paced({
        path:
          source === undefined
            ? `/databases/${database}/query`
            : `/data_sources/${encodeURIComponent(source)}/query`,
        by,
        body: {
          page_size: pageSize,
          sorts: [{ timestamp: 'last_edited_time', direction: 'ascending' }],
          ...(changedSince === undefined
            ? {}
            : { filter: { timestamp: 'last_edited_time', last_edited_time: { on_or_after: changedSince } } }),
          ...(place.cursor === null ? {} : { start_cursor: place.cursor }),
        },
        schema: Rows,
      }).catch((error: unknown) => {
        throw isNotShown(error) ? (notShown ?? error) : error
      })
      const more =
        answer.has_more && answer.next_cursor ? { ...place, cursor: answer.next_cursor } : undefined
      const further =
        place.at + 1 < place.sources.length ? { ...place, at: place.at + 1, cursor: null } : undefined
      const next = more ?? further
      return {
        rows: answer.results.map(({ id, url, created_time, last_edited_time, properties }) => ({
          id,
          title: titleOf(properties),
          url: url ?? null,
          createdAt: created_time,
          editedAt: last_edited_time,
          properties: Object.fromEntries(
            Object.entries(properties)
              .slice(0, mostColumns)
              .map(([name, property]) => [name.slice(0, 200), notebookValue(property)]),
          ),
        })),
        next: next === undefined ? null : cursorOf(next),
      }
    },
    async page(by, id, cursor) {
      const {
        results,
        next_cursor: next,
        has_more: more,
      } = await paced({
        path: `/blocks/${id}/children`,
        by,
        query: { page_size: String(pageSize), ...(cursor === null ? {} : { start_cursor: cursor }) },
        schema: Blocks,
      })
      const lines = results.map(blockText).filter((text) => text !== '')
      return { lines, next: more && next ? next : null }
    },
  }
}
