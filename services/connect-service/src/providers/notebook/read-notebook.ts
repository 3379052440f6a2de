import { z } from 'zod'
import { hasClass, NetworkError, rescued } from '../../network/network-error.ts'
import { parsedJson } from '../../network/parsed-json.ts'
import { type Api, type ApiRequest, pageAt } from '../api.ts'
import type { NotebookReader } from '../readers.ts'
import { blockText, notebookValue, readTitle } from './notebook-value.ts'
import type { Pacer } from './pacer.ts'

const pageSize = 100
const mostSources = 50
const mostColumns = 200

/** Databases of earlier API versions hold their rows themselves and name no sources. */
const DatabaseAnswer = z.object({ data_sources: z.array(z.object({ id: z.string() })).optional() })

const pageSchema = <S extends z.ZodType>(entry: S) =>
  z.object({
    results: z.array(entry).default([]),
    next_cursor: z.string().nullish(),
    has_more: z.boolean().default(false),
  })
const Row = z.object({
  id: z.string(),
  url: z.string().nullish(),
  created_time: z.string().catch(''),
  last_edited_time: z.string().catch(''),
  properties: z.record(z.string(), z.unknown()).catch({}),
})
const Rows = pageSchema(Row)
const Blocks = pageSchema(z.unknown())

/**
 * A cursor over all sources of a database. If there are no sources, the database itself is queried.
 */
const Place = z.object({
  sources: z.array(z.string().max(100)).max(mostSources),
  at: z.number().int(),
  cursor: z.string().nullable(),
})
type Place = z.infer<typeof Place>

function parseCursor(cursor: string): Place {
  const place = Place.safeParse(parsedJson(Buffer.from(cursor, 'base64url').toString()))
  if (place.success) return place.data
  throw new NetworkError('blocked', 'The cursor cannot be read')
}
const formatCursor = (place: Place): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

const isNotShown = hasClass('fix_content')

/** Reads the notebook provider's databases at the rate that the provider allows. */
export function notebookReader(api: Api, pace: Pacer): NotebookReader {
  const paced = async <S extends z.ZodType>(
    request: ApiRequest & { schema: S },
  ): Promise<z.output<S>> => {
    await pace(request.by.accessToken)
    return api(request)
  }
  return {
    async query(by, { database, changedSince, cursor }) {
      let notShown: NetworkError | undefined
      const begin = async (): Promise<Place> => {
        const asked = paced({ path: `/databases/${database}`, by, schema: DatabaseAnswer })
        const { data_sources: sources = [] } = await rescued(asked, isNotShown, (error) => {
          // A proxy may serve only the query.
          notShown = error
          return { data_sources: [] }
        })
        return { sources: sources.slice(0, mostSources).map(({ id }) => id), at: 0, cursor: null }
      }
      const place = cursor === null ? await begin() : parseCursor(cursor)
      const source = place.sources[place.at]
      const of =
        source === undefined
          ? `databases/${database}`
          : `data_sources/${encodeURIComponent(source)}`
      const timestamp = 'last_edited_time'
      const filter = { timestamp, last_edited_time: { on_or_after: changedSince } }
      const body = {
        page_size: pageSize,
        sorts: [{ timestamp, direction: 'ascending' }],
        ...(changedSince === undefined ? {} : { filter }),
        ...pageAt('start_cursor', place.cursor),
      }
      const asked = paced({ path: `/${of}/query`, by, body, schema: Rows })
      const answer = await rescued(asked, isNotShown, (error) => Promise.reject(notShown ?? error))
      const isLast = place.at + 1 >= place.sources.length
      const following = isLast ? undefined : { ...place, at: place.at + 1, cursor: null }
      const { has_more: more, next_cursor: cursorThere } = answer
      const next = more && cursorThere ? { ...place, cursor: cursorThere } : following
      return {
        rows: answer.results.map(({ id, url, created_time, last_edited_time, properties }) => ({
          id,
          title: readTitle(properties),
          url: url ?? null,
          createdAt: created_time,
          editedAt: last_edited_time,
          properties: Object.fromEntries(
            Object.entries(properties)
              .slice(0, mostColumns)
              .map(([name, property]) => [name.slice(0, 200), notebookValue(property)]),
          ),
        })),
        next: next === undefined ? null : formatCursor(next),
      }
    },
    async page(by, { id, cursor }) {
      const query = { page_size: String(pageSize), ...pageAt('start_cursor', cursor) }
      const answer = await paced({ path: `/blocks/${id}/children`, by, query, schema: Blocks })
      const { results, next_cursor: next, has_more: more } = answer
      const lines = results.map(blockText).filter((text) => text !== '')
      return { lines, next: more && next ? next : null }
    },
  }
}
