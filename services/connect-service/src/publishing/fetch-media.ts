import type { PlatformConfig } from '@atrium/config'
import { type Dispatcher, request } from 'undici'
import { NetworkError } from '../network/network-error.ts'
import type { OutgoingMedia, Provider } from '../providers/provider.ts'

/**
 * Fetches one of our public assets, or with `by_address` only looks at it. Throws `NetworkError`: `fix_content`
 * for what is no such asset.
 */
export type FetchMedia = (url: string, how?: Provider['media']) => Promise<OutgoingMedia>

const publicAsset = /^\/api\/assets\/[A-Za-z0-9_-]+\/pub\/[A-Za-z0-9._-]+$/
// The largest file of the asset lane's caps.
const largest = 512_000_000
const none = new Uint8Array()

/**
 * Reads our public lane at the assets service, from a URL of ours or the path alone. No other address is ever
 * called, so that a card cannot make the platform fetch from where its writer likes.
 */
export function createFetchMedia(config: PlatformConfig): FetchMedia {
  const { origin } = new URL(config.API_URL)
  return async (url, how) => {
    const asked = URL.canParse(url, origin) ? new URL(url, origin) : undefined
    if (asked?.origin !== origin || !publicAsset.test(asked.pathname)) {
      throw new NetworkError({
        class: 'fix_content',
        message: 'Media has to be public files of your own library',
      })
    }
    const inside = config.ASSETS_SERVICE_URL + asked.pathname
    const answer = await ask(inside, how === 'by_address' ? 'HEAD' : 'GET')
    const bytes = how === 'by_address' ? none : new Uint8Array(await answer.body.arrayBuffer())
    if (how === 'by_address') await answer.body.dump()
    return {
      bytes,
      contentType: String(answer.headers['content-type'] ?? 'application/octet-stream'),
      name: asked.pathname.split('/').at(-1) ?? 'file',
      url: origin + asked.pathname,
      size: how === 'by_address' ? sizeOf(answer) : bytes.length,
      async read(start, end) {
        if (how !== 'by_address') return bytes.slice(start, end)
        const part = await ask(inside, 'GET', { range: `bytes=${start}-${end - 1}` })
        return new Uint8Array(await part.body.arrayBuffer())
      },
    }
  }
}

const sizeOf = (answer: Dispatcher.ResponseData): number => Number(answer.headers['content-length'] ?? 0)

/** One request to the file store; its answer is the whole file, or the part that was asked for. */
async function ask(
  url: string,
  method: 'GET' | 'HEAD',
  headers: Record<string, string> = {},
): Promise<Dispatcher.ResponseData> {
  const answer = await request(url, { method, headers, signal: AbortSignal.timeout(60_000) }).catch(() => {
    throw away()
  })
  const expected = 'range' in headers ? 206 : 200
  if (answer.statusCode === expected && sizeOf(answer) <= largest) return answer
  await answer.body.dump()
  if (answer.statusCode >= 500) throw away()
  throw new NetworkError({ class: 'fix_content', message: 'A file of this post is not there any more' })
}

const away = () => new NetworkError({ class: 'retry', message: 'The file store does not answer' })
