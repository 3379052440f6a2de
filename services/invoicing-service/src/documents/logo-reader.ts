import { createGuardedFetch } from '@atrium/outbound-guard'
import { createPicturePool } from '@atrium/pictures'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { InvoicingValues } from '../variables.ts'

/** The upload limit. */
const maxBytes = 5_000_000
const timeoutMs = 3_000
const keptMs = 600_000
const missingMs = 60_000
const most = 200
/** Four pixels per point of the area on the page. */
const size = { width: 640, height: 192 } as const

const publicAsset = /^\/api\/assets\/[A-Za-z0-9_-]+\/pub\/[A-Za-z0-9._-]+$/

/**
 * Creates a reader for logos. It reads the platform's public uploads from the assets service, and
 * other logos from public addresses only.
 */
export function createLogoReader(
  { API_URL, ASSETS_SERVICE_URL }: Pick<InvoicingValues, 'API_URL' | 'ASSETS_SERVICE_URL'>,
  logger: Logger,
) {
  const guard = createGuardedFetch('refuse')
  const assets = createGuardedFetch('allow')
  const pictures = createPicturePool()
  const { origin } = new URL(API_URL)

  const load = async (url: URL): Promise<Uint8Array> => {
    const isOwn = url.origin === origin && publicAsset.test(url.pathname)
    const answer = isOwn
      ? await assets.fetch(ASSETS_SERVICE_URL + url.pathname, { maxBytes, timeoutMs, redirects: 0 })
      : await guard.fetch(url, { maxBytes, timeoutMs, redirects: 3 })
    if (answer.status !== 200) {
      await answer.discard()
      throw new Error(`The address answers ${answer.status}`)
    }
    return answer.bytes()
  }
  const draw = (orgId: string, read: () => Promise<Uint8Array>) =>
    pictures.run({ lane: orgId, work: { do: 'flatten', ...size }, read })
  const logos = new LRUCache<string, { picture: Uint8Array | null }, { orgId: string }>({
    max: most,
    ttl: keptMs,
    fetchMethod: async (url, _stale, { options, context: { orgId } }) => {
      const picture = await draw(orgId, () => load(new URL(url))).catch((error: unknown) => {
        logger.warn({ err: error, host: new URL(url).host }, '[documents] a logo is left out')
        options.ttl = missingMs
        return null
      })
      return { picture }
    },
  })
  return {
    /**
     * Returns a logo as JPEG, cached for ten minutes. Returns null if its address does not deliver
     * one within three seconds.
     */
    read: async (url: string, orgId: string) =>
      (await logos.fetch(url, { context: { orgId } }))?.picture ?? null,
    /**
     * Checks before saving if a logo can be drawn. The address is read again, not from the cache.
     */
    async check(url: string, orgId: string): Promise<'drawable' | 'unreadable' | 'unreachable'> {
      let bytes: Uint8Array
      try {
        bytes = await load(new URL(url))
      } catch (error) {
        logger.info(
          { err: error, host: new URL(url).host },
          '[documents] a new logo cannot be reached',
        )
        return 'unreachable'
      }
      try {
        await draw(orgId, async () => bytes)
        return 'drawable'
      } catch (error) {
        logger.info(
          { err: error, host: new URL(url).host },
          '[documents] a new logo cannot be drawn',
        )
        return 'unreadable'
      }
    },
    async close() {
      await Promise.all([pictures.stop(), guard.close(), assets.close()])
    },
  }
}

export type LogoReader = ReturnType<typeof createLogoReader>
