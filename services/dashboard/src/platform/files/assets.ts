import {
  type Asset,
  type AssetPatch,
  deleteAsset,
  getAssetUsage,
  listAssets,
  type MediaKind,
  updateAsset,
} from '@atrium/contracts'
import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { atrium } from '../connection/api.ts'
import { apiOrigin } from '../page-facts.ts'
import { type LibraryPages, withFile, withNewest, withoutFile } from './library-cache.ts'

export interface LibraryFilter {
  readonly kind?: MediaKind | undefined
  readonly visibility?: 'pub' | 'priv' | undefined
  /** Words in the name, the description or a tag. */
  readonly q?: string | undefined
}

const pageSize = 60
const libraryKey = ['assets', 'library'] as const

const readPage = (
  { kind, visibility, q }: LibraryFilter,
  cursor: string | undefined,
  signal: AbortSignal,
) =>
  atrium.call(
    listAssets,
    {
      query: {
        limit: pageSize,
        ...(kind === undefined ? {} : { kind }),
        ...(visibility === undefined ? {} : { visibility }),
        ...(q === undefined ? {} : { q }),
        ...(cursor === undefined ? {} : { cursor }),
      },
    },
    { signal },
  )

export const libraryQuery = ({ kind, visibility, q }: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: [...libraryKey, { kind, visibility, q }],
    queryFn: ({ pageParam, signal }) => readPage({ kind, visibility, q }, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })

/**
 * Keeps the start of a file list up to date, so an event reloads one page instead of all loaded
 * pages.
 */
export const newestQuery = (filter: LibraryFilter) =>
  queryOptions({
    queryKey: [
      'assets',
      'newest',
      { kind: filter.kind, visibility: filter.visibility, q: filter.q },
    ],
    queryFn: async ({ client, signal }) => {
      const newest = await readPage(filter, undefined, signal)
      client.setQueryData(libraryQuery(filter).queryKey, (old) => old && withNewest(old, newest))
      return newest.items.length
    },
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Reads a file if its address was opened but no loaded page contains it. Null if the library has no
 * such file.
 */
export const fileQuery = (key: string) =>
  queryOptions({
    queryKey: ['assets', 'one', key],
    queryFn: async ({ signal }) =>
      (await atrium.call(listAssets, { query: { key } }, { signal })).items[0] ?? null,
  })

export const forgetFile = (queryClient: QueryClient, key: string): void => {
  queryClient.setQueriesData<LibraryPages>(
    { queryKey: libraryKey },
    (old) => old && withoutFile(old, key),
  )
  queryClient.setQueryData(fileQuery(key).queryKey, null)
}

const splitKey = ({ key: path, visibility }: Pick<Asset, 'key' | 'visibility'>) => {
  const [org = '', , key = ''] = path.split('/')
  return { org, visibility, key }
}

const describing = ['assets', 'describe'] as const

/** Resolves as soon as no description is being saved, so a post goes out with the saved text. */
export async function untilDescribed(queryClient: QueryClient): Promise<void> {
  // A field that has just lost the focus starts to save after this task.
  await new Promise((resolve) => setTimeout(resolve))
  if (queryClient.isMutating({ mutationKey: describing }) === 0) return
  await new Promise<void>((resolve) => {
    const stop = queryClient.getMutationCache().subscribe(() => {
      if (queryClient.isMutating({ mutationKey: describing }) > 0) return
      stop()
      resolve()
    })
  })
}

/** Changes a file's name, description or tags, in every loaded list. */
export const describeFileMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: describing,
    mutationFn: ({ file, patch }: { file: Pick<Asset, 'key' | 'visibility'>; patch: AssetPatch }) =>
      atrium.call(updateAsset, { params: splitKey(file), body: patch }),
    onSuccess: (changed) => {
      queryClient.setQueriesData<LibraryPages>(
        { queryKey: libraryKey },
        (old) => old && withFile(old, changed),
      )
      queryClient.setQueryData(fileQuery(changed.key).queryKey, changed)
    },
  })

export const deleteFileMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (file: Pick<Asset, 'key' | 'visibility'>) =>
      atrium.call(deleteAsset, { params: splitKey(file) }),
    onSuccess: (_, { key }) => {
      forgetFile(queryClient, key)
      void queryClient.invalidateQueries(usageQuery)
    },
  })

export const usageQuery = queryOptions({
  queryKey: ['assets', 'usage'],
  queryFn: () => atrium.call(getAssetUsage, {}),
})

/** Returns a file's address for this page. Other readers use `asset.url`. */
export const readAddress = (key: string): string => `${apiOrigin}/api/assets/${key}`

/** Returns an image's address, limited to this width in pixels. */
export const thumbnailAddress = (key: string, width: 160 | 480 | 1080): string =>
  `${readAddress(key)}?w=${width}`

export const findMediaKind = ({ contentType }: Pick<Asset, 'contentType'>): MediaKind | 'other' => {
  const [kind] = contentType.split('/', 1)
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'other'
}
