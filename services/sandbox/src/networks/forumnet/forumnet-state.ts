import { randomInt } from 'node:crypto'
import type { Audience } from '../visitors.ts'

export interface ForumComment {
  /** The full name, `t1_…`. */
  name: string
  author: string
  body: string
  createdAt: Date
}

export interface ForumPost {
  /** The full name, `t3_…`. */
  name: string
  forum: string
  author: string
  kind: 'self' | 'link' | 'image' | 'video'
  title: string
  text: string
  url: string | null
  flair: string | null
  createdAt: Date
  /** When the post becomes visible, because a file is processed first. */
  visibleAt: Date
  comments: ForumComment[]
}

export interface Forum {
  name: string
  /** The accepted post kinds. */
  takes: readonly ForumPost['kind'][]
  flairRequired: boolean
  /** True if only approved users may post. */
  restricted: boolean
  /** True if the forum's threads accept no comments. */
  locked: boolean
}

export interface ForumUpload {
  contentType: string
  /** Null between the lease and the file. */
  bytes: Uint8Array<ArrayBuffer> | null
}

export interface ForumnetState {
  forums: Map<string, Forum>
  posts: ForumPost[]
  uploads: Map<string, ForumUpload>
  /** The call limit per account and window, and the calls so far. */
  rate: {
    limit: number
    windowSeconds: number
    used: Map<string, { count: number; resetsAt: Date }>
  }
  /** Refuses the next posts and comments with RATELIMIT for this many seconds. 0 disables it. */
  takeABreak: number
  /** True if RATELIMIT also states its seconds as a number. */
  statesRatelimit: boolean
  /** Milliseconds until a post with a file becomes visible. */
  processingMs: number
  /** Suspended account names. */
  suspended: Set<string>
  /** By account name. */
  audience: Map<string, Audience>
  addForum(name: string, more?: Partial<Omit<Forum, 'name'>>): Forum
}

/** Creates forums of every kind. */
export function createForumnetState(): ForumnetState {
  const forums = new Map<string, Forum>()
  const state: ForumnetState = {
    forums,
    posts: [],
    uploads: new Map(),
    rate: { limit: 1_000, windowSeconds: 600, used: new Map() },
    takeABreak: 0,
    statesRatelimit: true,
    processingMs: 0,
    suspended: new Set(),
    audience: new Map(),
    addForum(name, more = {}) {
      const forum: Forum = {
        name,
        takes: ['self', 'link', 'image', 'video'],
        flairRequired: false,
        restricted: false,
        locked: false,
        ...more,
      }
      forums.set(name.toLowerCase(), forum)
      return forum
    },
  }
  state.addForum('bread')
  state.addForum('linksonly', { takes: ['link'] })
  state.addForum('flaired', { flairRequired: true })
  state.addForum('members', { restricted: true })
  state.addForum('quiet', { locked: true })
  return state
}

/** Returns a new id in the network's format, without prefix. */
export const thingId = (): string => (36 ** 6 + randomInt(36 ** 6)).toString(36)
