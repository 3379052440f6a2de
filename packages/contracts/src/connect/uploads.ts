import { z } from 'zod'
import { named, RecordId, Timestamp, visible } from '../core/schemas.ts'
import { created, ok, tagged } from '../core/tagged.ts'
import { ConnectNetwork } from './connect-network.ts'

const connect = tagged('Connect')

const ofNetwork = z.object({ network: z.string().max(40).describe('The network’s neutral name.') })
const byId = z.object({
  network: z.string().max(40).describe('The network’s neutral name.'),
  id: z.string().max(80).describe('The record’s id.'),
})

/**
 * The largest video accepted by the platform, 256 GiB (from its documentation for `videos.insert`).
 */
const largestVideo = 274_877_906_944

export const VideoUpload = named('VideoUpload', {
  id: RecordId,
  network: ConnectNetwork.describe('The network’s neutral name.'),
  channelId: z.string().describe('The channel’s id.'),
  transport: z
    .enum(['direct', 'relay'])
    .describe(
      '`direct`: you send the bytes to the network. `relay`: you send them through this API.',
    ),
  uploadUrl: z
    .string()
    .describe(
      'The URL for the chunks, sent with `PUT`. Keep a direct URL secret, because it is the upload’s credential.',
    ),
  chunkBytes: z.number().int().describe('The size of every chunk except the last, in bytes.'),
  sizeBytes: z.number().int().describe('The size of the whole video in bytes.'),
  receivedBytes: z
    .number()
    .int()
    .describe('The number of bytes that have arrived, counted from the first.'),
  state: z
    .enum(['uploading', 'complete', 'gone'])
    .describe('`gone` means that the network no longer knows the upload. Start a new one.'),
  videoId: z
    .string()
    .nullable()
    .describe(
      'The network’s video id, for the card’s `fields.videoId`. Null until the upload is complete.',
    ),
  expiresAt: Timestamp.describe('When the upload expires.'),
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
    summary: 'Start uploading a video to a network',
    description:
      'The video is private until a post with `fields.videoId` is published. The chunks go with `PUT` and ' +
      '`Content-Range` to `uploadUrl`: at the network itself, or here, as the operator has set for the network.',
    idempotent: true,
    params: ofNetwork,
    body: z.strictObject({
      channelId: z.string().max(80).describe('The channel’s id.'),
      title: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .regex(visible, { error: 'Enter a title' })
        .describe('The title at the network, until a post with the video sets another.'),
      description: z
        .string()
        .max(5_000)
        .default('')
        .describe('The description at the network. Empty by default.'),
      sizeBytes: z
        .number()
        .int()
        .min(1)
        .max(largestVideo)
        .describe('The size of the whole video in bytes, at most 256 GiB.'),
      contentType: z
        .string()
        .regex(/^video\/[a-z0-9.+-]{1,60}$/)
        .describe('The video’s media type, for example `video/mp4`.'),
    }),
    responses: created('The upload', VideoUpload, { Location: 'Its address' }),
    errors: [...errors, 'key_missing'],
    example: {
      params: { network: 'videonet' },
      body: {
        channelId: '{videos}',
        title: 'From flour to bread',
        description: 'A night in the bakery',
        sizeBytes: 4_096,
        contentType: 'video/mp4',
      },
    },
  },
)

const upload = connect.org.at('/api/connect/{network}/uploads/{id}', byId)

export const getVideoUpload = upload.get('getVideoUpload', '', {
  sdk: 'connect.getUpload',
  summary: 'The progress of an upload, according to the network',
  responses: ok('The upload', VideoUpload),
  errors: [...errors, 'key_missing'],
  example: { params: { network: 'videonet', id: '{startVideoUpload.id}' } },
})

export const sendVideoChunk = upload.put('sendVideoChunk', '', {
  sdk: null,
  summary: 'Relay one chunk of a video',
  description:
    'With `Content-Range: bytes <first>-<last>/<size>`. Every chunk but the last has `chunkBytes`. After a ' +
    'failure ask how far the upload is and go on from `receivedBytes`.',
  headers: z.object({
    'content-range': z.string().describe('The range of the chunk, `bytes <first>-<last>/<size>`.'),
  }),
  rawBody: { contentType: 'application/octet-stream' },
  responses: ok('The upload', VideoUpload),
  errors: [...errors, 'upload_not_relayed', 'key_missing'],
})
