import { findExtension } from '@atrium/asset-key'
import { convertedPictures, type PictureRules } from '@atrium/contracts'
import { type Dispatcher, request } from 'undici'
import { NetworkError } from '../network/network-error.ts'
import type { OutgoingMedia } from '../providers/provider.ts'
import type { ConnectValues } from '../variables.ts'

/**
 * Opens a public asset of the platform for reading in parts. A picture is opened as a JPEG if the
 * network does not accept it. Throws `NetworkError` `fix_content` for any other URL.
 */
export type FetchMedia = (
  url: string,
  pictures?: PictureRules | null,
) => Promise<Omit<OutgoingMedia, 'altText'>>

const publicAsset = /^\/api\/assets\/[A-Za-z0-9_-]+\/pub\/[A-Za-z0-9._-]+$/
// The largest upload limit of the assets service, in bytes.
const largest = 512_000_000

/** Reads public assets from the assets service, by URL or by path. Never calls another host. */
export function createFetchMedia(config: ConnectValues): FetchMedia {
  const { origin } = new URL(config.API_URL)
  return async (url, pictures = null) => {
    const asked = URL.canParse(url, origin) ? new URL(url, origin) : undefined
    if (asked?.origin !== origin || !publicAsset.test(asked.pathname)) {
      throw new NetworkError('fix_content', 'Choose public pictures and videos from your library')
    }
    const name = asked.pathname.split('/').at(-1) ?? 'file'
    let path = asked.pathname
    let seen = await look(config.ASSETS_SERVICE_URL + path)
    if (pictures !== null && isConverted(name, readSize(seen), pictures)) {
      path += '?format=jpeg'
      seen = await look(config.ASSETS_SERVICE_URL + path)
      // The file store returns a picture unchanged if it cannot decode it.
      if (readType(seen) !== 'image/jpeg') {
        throw new NetworkError(
          'fix_content',
          'A picture in this post cannot be read. Upload it again.',
        )
      }
    }
    const inside = config.ASSETS_SERVICE_URL + path
    const contentType = readType(seen)
    return {
      contentType,
      name: nameAs(contentType, name),
      url: origin + path,
      size: readSize(seen),
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

/** Adapts the name's extension to the sent type, because the network may trust either one. */
function nameAs(contentType: string, name: string): string {
  const extension = findExtension(contentType)
  return extension === undefined ? name : name.replace(/(?:\.\w+)?$/, `.${extension}`)
}

/** True if a picture is sent as a JPEG because of its type or its size. */
function isConverted(name: string, bytes: number, { types, maxBytes }: PictureRules): boolean {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (types.includes(extension)) return bytes > maxBytes && extension !== 'gif'
  return convertedPictures.includes(extension)
}

async function look(url: string): Promise<Dispatcher.ResponseData> {
  const seen = await ask(url, 'HEAD')
  await seen.body.dump()
  if (seen.headers['content-length'] === undefined) throw away()
  return seen
}

const readType = ({ headers }: Dispatcher.ResponseData): string =>
  String(headers['content-type'] ?? 'application/octet-stream')

const readSize = (answer: Dispatcher.ResponseData): number =>
  Number(answer.headers['content-length'] ?? 0)

async function ask(
  url: string,
  method: 'GET' | 'HEAD',
  headers: Record<string, string> = {},
): Promise<Dispatcher.ResponseData> {
  const answer = await request(url, { method, headers, signal: AbortSignal.timeout(60_000) }).catch(
    () => {
      throw away()
    },
  )
  const expected = 'range' in headers ? 206 : 200
  if (answer.statusCode === expected && readSize(answer) <= largest) return answer
  await answer.body.dump()
  if (answer.statusCode >= 500) throw away()
  throw new NetworkError('fix_content', 'A file in this post was deleted. Choose another file.')
}

const away = () => new NetworkError('retry', 'The file storage does not respond')
