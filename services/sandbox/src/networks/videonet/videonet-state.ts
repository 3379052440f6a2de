import { randomBytes } from 'node:crypto'
import type { Audience } from '../visitors.ts'

export interface VideoComment {
  id: string
  text: string
  author: { id: string; name: string }
  createdAt: Date
}

export interface SandboxVideo {
  id: string
  channelId: string
  title: string
  description: string
  categoryId: string
  privacy: string
  bytes: number
  /** The hash of the uploaded bytes, in hex. */
  sha256: string
  createdAt: Date
  comments: VideoComment[]
}

export interface VideoChannel {
  id: string
  /** The account that signs in for the channel. */
  userId: string
  title: string
  pictureUrl: string
}

export interface UploadSession {
  id: string
  channelId: string
  details: Pick<SandboxVideo, 'title' | 'description' | 'categoryId' | 'privacy'>
  /** The announced size. Null until a chunk states it. */
  size: number | null
  chunks: Buffer[]
  received: number
  videoId: string | null
  /** The origin of the page that sends the chunks, if the start named one. */
  origin: string | null
}

export interface VideonetState {
  channels: VideoChannel[]
  videos: SandboxVideo[]
  sessions: Map<string, UploadSession>
  /** Daily units. Every call costs some. */
  quota: { limit: number; used: number }
  /** How many videos a channel may upload before it has to wait. */
  uploadLimit: number
  /** Closes the connection after this many bytes of the next chunk. Null disables it. */
  cutAfterBytes: number | null
  commentsDisabled: boolean
  /** By channel. */
  audience: Map<string, Audience>
}

export const videoId = (): string => randomBytes(8).toString('base64url').slice(0, 11)

export const createVideonetState = (): VideonetState => ({
  channels: [
    {
      id: 'UCharbourbakery000000001',
      userId: '110000000000000000001',
      title: 'Harbour Bakery',
      pictureUrl: 'https://example.com/harbour-bakery.jpg',
    },
    {
      id: 'UCnightmarket00000000002',
      userId: '110000000000000000002',
      title: 'Night Market',
      pictureUrl: 'https://example.com/night-market.jpg',
    },
  ],
  videos: [],
  sessions: new Map(),
  quota: { limit: 10_000, used: 0 },
  uploadLimit: 100,
  cutAfterBytes: null,
  commentsDisabled: false,
  audience: new Map(),
})
