import { randomInt } from 'node:crypto'
import type { Audience } from '../visitors.ts'

export interface ShortpostPost {
  id: string
  userId: string
  /** The text as sent, with full links. */
  text: string
  media: string[]
  /** The post that this one replies to. */
  inReplyTo: string | null
  /** The first post in the conversation. */
  conversation: string
  createdAt: Date
}

export interface ShortpostMedia {
  id: string
  userId: string
  contentType: string
  totalBytes: number
  altText?: string
  /** The received segments by index. */
  segments: Map<number, number>
  /** A video stays in processing for `processingTurns` status calls. */
  state: 'uploading' | 'pending' | 'in_progress' | 'succeeded' | 'failed'
  turnsLeft: number
}

export interface ShortpostState {
  posts: ShortpostPost[]
  media: Map<string, ShortpostMedia>
  /** The post limit per account in a fifteen-minute window. */
  rate: { limit: number; used: Map<string, { count: number; resetsAt: Date }> }
  /** Status calls until an uploaded video is ready. */
  processingTurns: number
  /** True if processing the next uploaded video fails. */
  processingFails: boolean
  /** By user. */
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

/** Returns a new id in the network's format: digits, and later ids are greater. */
export const snowflake = (at: Date): string =>
  String(BigInt(at.getTime()) * 4_194_304n + BigInt(randomInt(4_194_304)))
