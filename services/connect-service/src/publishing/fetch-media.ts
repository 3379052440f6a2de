import { type Dispatcher, request } from 'undici'
import { NetworkError } from '../network/network-error.ts'
import type { OutgoingMedia } from '../providers/provider.ts'
import type { ConnectValues } from '../variables.ts'

/** Opens a public asset of the platform for reading in parts. Throws `NetworkError`: `fix_content` for other addresses. */
export type FetchMedia = (url: string) => Promise<OutgoingMedia>

const publicAsset = /^\/api\/assets\/[A-Za-z0-9_-]+\/pub\/[A-Za-z0-9._-]+$/
// The largest file of the asset lane's caps.
const largest = 512_000_000

/** Reads the public lane at the assets service, by the platform's URL or the path, and never calls another address. */
export function createFetchMedia(config: ConnectValues): FetchMedia {
  const { origin } = new URL(config.API_URL)
  return async (url) => {
    const asked = URL.canParse(url, origin) ? new URL(url, origin) : undefined
    if (asked?.origin !== origin || !publicAsset.test(asked.pathname)) {
      throw new NetworkError('fix_content', 'Media has to be public files of your own library')
    }
    const inside = config.ASSETS_SERVICE_URL + asked.pathname
    const seen = await ask(inside, 'HEAD')
    await seen.body.dump()
    if (seen.headers['content-length'] === undefined) throw away()
    return {
      contentType: String(seen.headers['content-type'] ?? 'application/octet-stream'),
      name: asked.pathname.split('/').at(-1) ?? 'file',
      url: origin + asked.pathname,
      size: sizeOf(seen),
      async read(start, end) {
        if (end <= start) return new Uint8Array()
        const part = await ask(inside, 'GET', { range: `bytes=${start}-${end - 1}` })
        const bytes = new Uint8Array(await part.body.arrayBuffer())
        if (bytes.length !== end - start) throw away()
        return bytes
      },
    }
  }
}

const sizeOf = (answer: Dispatcher.ResponseData): number => Number(answer.headers['content-length'] ?? 0)

/** One request for a whole file, or for a part. */
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
  throw new NetworkError('fix_content', 'A file of this post is not there any more')
}

const away = () => new NetworkError('retry', 'The file store does not answer')
