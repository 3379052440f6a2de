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
  /** The time at which it becomes visible: a file is processed first. */
  visibleAt: Date
  comments: ForumComment[]
}

export interface Forum {
  name: string
  /** Kinds that it takes. */
  takes: readonly ForumPost['kind'][]
  flairRequired: boolean
  /** Whether only approved people may post. */
  restricted: boolean
  /** Whether its threads take no comments. */
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
  /** Calls that one account may make in a window, and how many it has made. */
  rate: { limit: number; windowSeconds: number; used: Map<string, { count: number; resetsAt: Date }> }
  /** Seconds that the next posts and comments are refused for with RATELIMIT; 0 for none. */
  takeABreak: number
  /** Whether RATELIMIT states its seconds as a number too. */
  statesRatelimit: boolean
  /** Milliseconds until a post with a file can be seen. */
  processingMs: number
  /** Whether the account of this name is suspended. */
  suspended: Set<string>
  /** By the account's name. */
  audience: Map<string, Audience>
  addForum(name: string, more?: Partial<Omit<Forum, 'name'>>): Forum
}

/** Forums of every temper. */
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

/** A new id as the network writes them, without its prefix. */
export const thingId = (): string => (36 ** 6 + randomInt(36 ** 6)).toString(36)
