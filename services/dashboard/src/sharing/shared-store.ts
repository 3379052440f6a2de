// The service worker keeps what other apps share in this cache.
const cacheName = 'shared'

export interface Shared {
  readonly title: string
  readonly text: string
  /** The shared link. Apps put it into its own field or into the text. */
  readonly url: string | undefined
  readonly files: readonly File[]
}

const findUrl = (text: string): string | undefined => /https?:\/\/\S+/i.exec(text)?.[0]

/** Returns what another app shared last. Null if nothing was shared, or if it was used. */
export async function readShared(): Promise<Shared | null> {
  if (!('caches' in window)) return null
  const cache = await caches.open(cacheName)
  const texts = await cache.match('/share/texts')
  if (texts === undefined) return null
  const { title, text, url, names } = (await texts.json()) as {
    title: string
    text: string
    url: string
    names: string[]
  }
  const files = await Promise.all(
    names.map(async (name, index) => {
      const blob = await (await cache.match(`/share/${index}`))?.blob()
      return blob === undefined ? [] : [new File([blob], name, { type: blob.type })]
    }),
  )
  return { title, text, url: findUrl(url) ?? findUrl(text), files: files.flat() }
}

/** Forgets what was shared. */
export const forgetShared = async (): Promise<void> => void (await caches.delete(cacheName))
