import { createGuardedFetch } from '@atrium/outbound-guard'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { InvoicingValues } from '../variables.ts'
import { logoPicture } from './logo-picture.ts'

/** As of an upload. */
const maxBytes = 5_000_000
const timeoutMs = 3_000
const keptMs = 600_000
const missingMs = 60_000
const most = 200

const publicAsset = /^\/api\/assets\/[A-Za-z0-9_-]+\/pub\/[A-Za-z0-9._-]+$/

/** Reads public uploads of the platform at the assets service, other logos from public addresses alone. */
export function createLogoReader(
  { API_URL, ASSETS_SERVICE_URL }: Pick<InvoicingValues, 'API_URL' | 'ASSETS_SERVICE_URL'>,
  logger: Logger,
) {
  const guard = createGuardedFetch('refuse')
  const assets = createGuardedFetch('allow')
  const { origin } = new URL(API_URL)

  const load = async (address: string): Promise<Uint8Array> => {
    const url = new URL(address)
    const isOwn = url.origin === origin && publicAsset.test(url.pathname)
    const answer = isOwn
      ? await assets.fetch(ASSETS_SERVICE_URL + url.pathname, { maxBytes, timeoutMs, redirects: 0 })
      : await guard.fetch(url, { maxBytes, timeoutMs, redirects: 3 })
    if (answer.status !== 200) {
      await answer.discard()
      throw new Error(`The address answers ${answer.status}`)
    }
    return logoPicture(await answer.bytes())
  }
  const known = new LRUCache<string, { picture: Uint8Array | null }>({
    max: most,
    ttl: keptMs,
    fetchMethod: async (url, _stale, { options }) => {
      const picture = await load(url).catch((error: unknown) => {
        logger.warn({ err: error, host: new URL(url).host }, '[documents] a logo is left out')
        options.ttl = missingMs
        return null
      })
      return { picture }
    },
  })
  return {
    /** The JPEG of a logo, kept for ten minutes; null when its address answers none within three seconds. */
    read: async (url: string) => (await known.fetch(url))?.picture ?? null,
    async close() {
      await Promise.all([guard.close(), assets.close()])
    },
  }
}

export type LogoReader = ReturnType<typeof createLogoReader>
