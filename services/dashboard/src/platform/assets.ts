import { type Asset, getAssetUsage } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from './api.ts'
import { apiOrigin } from './page-facts.ts'

/** How much the organisation stores. */
export const usageQuery = queryOptions({
  queryKey: ['assets', 'usage'],
  queryFn: () => atrium.call(getAssetUsage, {}),
})

/** The address of a file for this page; `asset.url` is the one for others. */
export const readAddress = (key: string): string => `${apiOrigin}/api/assets/${key}`

/** The address of an image, at most this wide. */
export const thumbnailAddress = (key: string, width: 160 | 480 | 1080): string =>
  `${readAddress(key)}?w=${width}`

/** The class of a file by its content type. */
export const mediaKindOf = ({
  contentType,
}: Pick<Asset, 'contentType'>): 'image' | 'audio' | 'video' | 'other' => {
  const [kind] = contentType.split('/', 1)
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'other'
}
