import { z } from 'zod'
import { named, Timestamp, visible } from '../core/schemas.ts'
import { created, ok, tagged } from '../core/tagged.ts'
import { ConnectNetwork } from './connect-network.ts'

const connect = tagged('Connect')

const ofNetwork = z.object({ network: z.string().max(40) })
const byId = z.object({ network: z.string().max(40), id: z.string().max(80) })

/**
 * The largest video that the platform accepts, 256 GiB (from its documentation of `videos.insert`).
 */
const largestVideo = 274_877_906_944

export const VideoUpload = named('VideoUpload', {
  id: z.string(),
  network: ConnectNetwork,
  channelId: z.string(),
  /**
   * `direct`: the browser sends the bytes to the network. `relay`: the browser sends the bytes
   * through this API.
   */
  transport: z.enum(['direct', 'relay']),
  /** The URL that takes the chunks with `PUT`. A direct URL is itself the upload's credential. */
  uploadUrl: z.string(),
  /** The size of every chunk except the last, in bytes. */
  chunkBytes: z.number().int(),
  sizeBytes: z.number().int(),
  /** The number of uploaded bytes, counted from the first. */
  receivedBytes: z.number().int(),
  /** `gone` means that the network no longer knows the upload. Start a new one. */
  state: z.enum(['uploading', 'complete', 'gone']),
  /** The network's video id, for the card's `fields.videoId`. */
  videoId: z.string().nullable(),
  expiresAt: Timestamp,
})
export type VideoUpload = z.infer<typeof VideoUpload>

const errors = [
  'not_configured',
  'token_rejected',
  'upload_refused',
  'network_unavailable',
] as const

export const startVideoUpload = connect.org.post(
  'startVideoUpload',
  '/api/connect/{network}/uploads',
  {
    sdk: 'connect.startUpload',
    summary: 'Begin to upload a video to a network',
    description:
      'The video is private until a post with `fields.videoId` is published. The chunks go with `PUT` and ' +
      '`Content-Range` to `uploadUrl`: at the network itself, or here, as the operator has set for the network.',
    idempotent: true,
    params: ofNetwork,
    body: z.strictObject({
      channelId: z.string().max(80),
      title: z.string().trim().min(1).max(100).regex(visible, { error: 'A title is needed' }),
      description: z.string().max(5_000).default(''),
      sizeBytes: z.number().int().min(1).max(largestVideo),
      contentType: z.string().regex(/^video\/[a-z0-9.+-]{1,60}$/),
    }),
    responses: created('The upload', VideoUpload),
    errors: [...errors, 'key_missing'],
  },
)

const upload = connect.org.at('/api/connect/{network}/uploads/{id}', byId)

export const getVideoUpload = upload.get('getVideoUpload', '', {
  sdk: 'connect.getUpload',
  summary: 'How far an upload is, as the network says',
  responses: ok('The upload', VideoUpload),
  errors: [...errors, 'key_missing'],
})

export const sendVideoChunk = upload.put('sendVideoChunk', '', {
  sdk: null,
  summary: 'Relay one chunk of a video',
  description:
    'With `Content-Range: bytes <first>-<last>/<size>`. Every chunk but the last has `chunkBytes`. After a ' +
    'failure ask how far the upload is and go on from `receivedBytes`.',
  headers: z.object({
    'content-range': z.string().describe('The place of the chunk, `bytes <first>-<last>/<size>`'),
  }),
  rawBody: { contentType: 'application/octet-stream' },
  responses: ok('The upload', VideoUpload),
  errors: [...errors, 'upload_not_relayed', 'key_missing'],
})
