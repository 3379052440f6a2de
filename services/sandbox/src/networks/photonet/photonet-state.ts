import { randomInt } from 'node:crypto'
import type { AppClient } from '../network-endpoints.ts'
import { createPagenetState, type PagenetSandbox } from '../pagenet/pagenet-state.ts'

export interface PhotoComment {
  id: string
  text: string
  createdAt: Date
  from: { id: string; username: string }
}

/** A file fetched by the network, with its address. */
export interface PhotoItem {
  url: string
  kind: 'image' | 'video'
  contentType: string
  bytes: number
  altText?: string
}

export interface PhotoPost {
  id: string
  caption: string
  items: PhotoItem[]
  permalink: string
  createdAt: Date
  comments: PhotoComment[]
}

export interface PhotoAccount {
  id: string
  username: string
  /** The linked Page. */
  pageId: string
  pictureUrl: string
  /** How much of its rate is used in per cent. */
  usage: number
  /** The daily post limit. */
  dailyPosts: number
  posts: PhotoPost[]
}

export interface PhotoContainer {
  id: string
  accountId: string
  caption: string
  carouselItem: boolean
  items: PhotoItem[]
  status: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED'
  /** Set on errors only. */
  subcode: number | null
  /** How many more status calls return `IN_PROGRESS`. */
  pollsLeft: number
}

/**
 * The photo network as one user sees it. Its app works like one on the Pages network, with its own
 * keys.
 */
export interface PhotonetSandbox extends PagenetSandbox {
  accounts: PhotoAccount[]
  containers: Map<string, PhotoContainer>
  /** How many status calls a new container with a video needs until it is ready. */
  pollsUntilReady: number
  link(pageId: string, username: string): PhotoAccount
}

export const photonetPermissions = [
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
]

/** Returns an id in this network's format. */
export const photoId = (): string => `178${randomInt(1e13).toString().padStart(14, '0')}`

/** Creates a user with three Pages. Two have a linked account. */
export function createPhotonetState(client: AppClient): PhotonetSandbox {
  const accounts: PhotoAccount[] = []
  const sandbox: PhotonetSandbox = {
    ...createPagenetState(client, photonetPermissions),
    accounts,
    containers: new Map(),
    pollsUntilReady: 1,
    link(pageId, username) {
      const account: PhotoAccount = {
        id: `1784140000${pageId}`,
        username,
        pageId,
        usage: 1,
        dailyPosts: 100,
        posts: [],
        pictureUrl: `https://example.com/${username}.jpg`,
      }
      accounts.push(account)
      return account
    },
  }
  sandbox.addPage('1003', 'Corner Shop')
  sandbox.link('1001', 'harbour.bakery')
  sandbox.link('1002', 'night.market')
  return sandbox
}
