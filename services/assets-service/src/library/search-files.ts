import { mediaTypes } from '@atrium/asset-key'
import { type AssetQuery, AssetsSearch, type SearchHit, searchHitsAtMost } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { type Description, searchDescriptions } from '../descriptions/descriptions.ts'
import type { ListedBlob } from './newest-first.ts'
import { cursorAfter, parseCursor } from './page-cursor.ts'

type SearchDeps = Pick<Deps, 'db' | 'store'>

/**
 * Returns the matching described files and the next page's cursor. A file is left out if the store
 * does not have it. Its description stays, because the store may lack the file only for a while,
 * for example during a restore.
 */
export async function searchFiles(
  { db, store }: SearchDeps,
  orgId: string,
  query: Pick<AssetQuery, 'q' | 'tag' | 'visibility' | 'kind' | 'cursor' | 'limit'>,
): Promise<{ blobs: (ListedBlob & Description)[]; next: string | null }> {
  const { limit, cursor, kind } = query
  const rows = await searchDescriptions(db, orgId, {
    q: query.q,
    tags: query.tag === undefined ? [] : [query.tag],
    visibility: query.visibility,
    extensions:
      kind === undefined
        ? undefined
        : mediaTypes
            .filter(({ mediaClass }) => mediaClass === kind)
            .map(({ extension }) => extension),
    after: cursor === undefined ? undefined : parseCursor(cursor, orgId),
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const facts = await Promise.all(page.map(({ key }) => store.stat(key)))
  const last = page.at(-1)
  return {
    blobs: page.flatMap(({ storedAt: _, ...described }, at) => {
      const found = facts[at]
      return found === undefined
        ? []
        : [{ ...described, bytes: found.bytes, at: found.modifiedAt.getTime() }]
    }),
    next:
      last !== undefined && rows.length > limit
        ? cursorAfter({ key: last.key, at: last.storedAt.getTime() })
        : null,
  }
}

/** Provides this service's hits for `GET /api/search`. */
export const searchRpc = (deps: SearchDeps): RpcHandler =>
  rpcHandler(AssetsSearch, async ({ orgId, q }) => {
    const { blobs } = await searchFiles(deps, orgId, { q, limit: searchHitsAtMost })
    return { items: blobs.map(toHit) }
  })

function toHit({ key, name, altText, tags }: ListedBlob & Description): SearchHit {
  const [, visibility = '', file = ''] = key.split('/')
  const type = file.slice(file.lastIndexOf('.') + 1).toUpperCase()
  return {
    type: 'file',
    id: key,
    title: name ?? (altText.slice(0, 200) || `${type} file`),
    subtitle: [type, visibility === 'pub' ? 'Public' : 'Private', ...tags.slice(0, 3)].join(' · '),
    href: `/files?file=${encodeURIComponent(key)}`,
  }
}
