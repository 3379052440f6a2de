import { randomInt } from 'node:crypto'
import type { Audience } from '../visitors.ts'

export interface ShortpostPost {
  id: string
  userId: string
  /** As it was sent: links in full. */
  text: string
  media: string[]
  /** The post that this one answers. */
  inReplyTo: string | null
  /** The first post of its conversation. */
  conversation: string
  createdAt: Date
}

export interface ShortpostMedia {
  id: string
  userId: string
  contentType: string
  totalBytes: number
  /** The received segments by index. */
  segments: Map<number, number>
  /** A video is in processing for `processingTurns` status calls. */
  state: 'uploading' | 'pending' | 'in_progress' | 'succeeded' | 'failed'
  turnsLeft: number
}

export interface ShortpostState {
  posts: ShortpostPost[]
  media: Map<string, ShortpostMedia>
  /** Posts that one account may send in a window of fifteen minutes. */
  rate: { limit: number; used: Map<string, { count: number; resetsAt: Date }> }
  /** Status calls until an uploaded video is ready. */
  processingTurns: number
  /** Whether the next uploaded video cannot be processed. */
  processingFails: boolean
  /** By the person. */
  audience: Map<string, Audience>
}

export const createShortpostState = (): ShortpostState => ({
  posts: [],
  media: new Map(),
  rate: { limit: 100, used: new Map() },
  processingTurns: 1,
  processingFails: false,
  audience: new Map(),
})

/** A new id as the network writes them: digits, later ones greater. */
export const snowflake = (at: Date): string =>
  String(BigInt(at.getTime()) * 4_194_304n + BigInt(randomInt(4_194_304)))
