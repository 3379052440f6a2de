import { classifyMedium } from '@atrium/contracts'
import { useQueries } from '@tanstack/react-query'
import { fileQuery } from '../../../platform/files/assets.ts'
import { ownKey } from '../preview/own-address.ts'

/** The descriptions of a post's pictures by URL. A picture is missing until it has loaded. */
export type AltTexts = ReadonlyMap<string, string>

export function useAltTexts(media: readonly string[]): AltTexts {
  const pictures = media.filter(
    (url) => classifyMedium(url) === 'image' && ownKey(url) !== undefined,
  )
  return useQueries({
    queries: pictures.map((url) => fileQuery(ownKey(url) ?? '')),
    combine: (files) =>
      new Map(
        files.flatMap(({ data }, index) => {
          const url = pictures[index]
          return data == null || url === undefined ? [] : [[url, data.altText] as const]
        }),
      ),
  })
}
