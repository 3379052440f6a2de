import type { PlatformConfig } from '@atrium/config'
import { request } from 'undici'
import { NetworkError } from '../network/network-error.ts'
import type { MediaFile } from '../providers/provider.ts'

/** Fetches one of our public assets. Throws `NetworkError`: `fix_content` for what is no such asset. */
export type FetchMedia = (url: string) => Promise<MediaFile>

const publicAsset = /^\/api\/assets\/[A-Za-z0-9_-]+\/pub\/[A-Za-z0-9._-]+$/
// The largest file of the asset lane's caps.
const largest = 512_000_000

/**
 * Reads our public lane at the assets service, whatever host the URL names us by. No other address is ever
 * called, so that a card cannot make the platform fetch from where its writer likes.
 */
export function createFetchMedia(config: PlatformConfig): FetchMedia {
  const origin = new URL(config.API_URL).origin
  return async (url) => {
    const asked = URL.canParse(url) ? new URL(url) : undefined
    if (asked?.origin !== origin || !publicAsset.test(asked.pathname)) {
      throw new NetworkError({
        class: 'fix_content',
        message: 'Media has to be public files of your own library',
      })
    }
    const answer = await request(config.ASSETS_SERVICE_URL + asked.pathname, {
      signal: AbortSignal.timeout(60_000),
    }).catch(() => {
      throw new NetworkError({ class: 'retry', message: 'The file store does not answer' })
    })
    const size = Number(answer.headers['content-length'] ?? 0)
    if (answer.statusCode !== 200 || size > largest) {
      await answer.body.dump()
      throw answer.statusCode >= 500
        ? new NetworkError({ class: 'retry', message: 'The file store does not answer' })
        : new NetworkError({ class: 'fix_content', message: 'A file of this post is not there any more' })
    }
    return {
      bytes: new Uint8Array(await answer.body.arrayBuffer()),
      contentType: String(answer.headers['content-type'] ?? 'application/octet-stream'),
      name: asked.pathname.split('/').at(-1) ?? 'file',
    }
  }
}
