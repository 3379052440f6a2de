import { z } from 'zod'
import type { NetworkAnswer } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import { sameOrigin } from '../../network/same-origin.ts'
import { withQuery } from '../api.ts'
import type { UploadState, VideoDetails, VideoUploads } from '../provider.ts'
import type { VideonetApi } from './videonet-api.ts'

const Video = z.object({ id: z.string().min(1) })

/**
 * The chunk size in bytes. It is a multiple of 256 KiB, which the platform requires for all chunks
 * but the last.
 */
export const chunkBytes = 8 * 1024 * 1024

export const videoResource = ({ title, description, privacy }: VideoDetails) => ({
  snippet: { title, description, categoryId: '22' },
  status: { privacyStatus: privacy, selfDeclaredMadeForKids: false },
})

/**
 * Creates resumable uploads for the video platform. A session creates at most one video (the
 * platform's guide "Resumable uploads").
 */
export function videoUploads(api: VideonetApi, transport: VideoUploads['transport']): VideoUploads {
  const put = (
    session: string,
    token: string,
    range: string,
    body: Uint8Array<ArrayBuffer>,
  ): Promise<NetworkAnswer> =>
    api.exchange({
      method: 'PUT',
      url: sessionUrl(api, session),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
        'content-range': range,
      },
      body,
    })
  const judged = (answer: NetworkAnswer, token: string): UploadState => {
    const { status, headers, json } = answer
    if (status === 308) {
      const last = /^bytes=0-(\d+)$/.exec(String(headers['range'] ?? ''))?.[1]
      return { state: 'incomplete', received: last === undefined ? 0 : Number(last) + 1 }
    }
    if (status === 404 || status === 410) return { state: 'gone' }
    api.check(answer, token)
    const video = Video.safeParse(json).data
    if (video !== undefined) return { state: 'complete', videoId: video.id }
    throw new NetworkError('retry', 'The network returned no video for this upload')
  }
  return {
    transport,
    chunkBytes,
    async start({ accessToken }, details, { size, contentType, origin }) {
      const url = withQuery(api.uploadUrl, { uploadType: 'resumable', part: 'snippet,status' })
      const answer = await api.exchange({
        method: 'POST',
        url,
        headers: {
          authorization: `Bearer ${accessToken}`,
          'x-upload-content-length': String(size),
          'x-upload-content-type': contentType,
          ...(origin === undefined ? {} : { origin }),
        },
        body: videoResource(details),
      })
      const { location } = answer.headers
      if (
        answer.status === 200 &&
        typeof location === 'string' &&
        URL.canParse(location, url.href)
      ) {
        return sessionUrl(api, location).href
      }
      api.check(answer, accessToken)
      throw new NetworkError('retry', 'The network did not start the upload')
    },
    async state({ accessToken }, session, size) {
      return judged(
        await put(session, accessToken, `bytes */${size}`, new Uint8Array()),
        accessToken,
      )
    },
    async send({ accessToken }, session, { start, bytes, size }) {
      const range = `bytes ${start}-${start + bytes.length - 1}/${size}`
      return judged(await put(session, accessToken, range, bytes), accessToken)
    },
  }
}

/** Parses a session URL. It must be at the platform, because the token is sent there. */
function sessionUrl({ uploadUrl }: VideonetApi, session: string): URL {
  const url = new URL(session, uploadUrl)
  const isSameOrigin = sameOrigin(url, uploadUrl)
  const sibling = url.protocol === 'https:' && bothGoogle(url.hostname, uploadUrl.hostname)
  if (isSameOrigin || sibling) return url
  throw new NetworkError('retry', 'The network returned an unknown upload address')
}

const bothGoogle = (a: string, b: string): boolean =>
  [a, b].every((host) => host.endsWith('.googleapis.com'))
