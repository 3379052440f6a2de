import { randomInt } from 'node:crypto'
import type { AppClient } from '../network-endpoints.ts'
import { createPagenetState, type PagenetSandbox } from '../pagenet/pagenet-state.ts'

export interface PhotoComment {
  id: string
  text: string
  createdAt: Date
  from: { id: string; username: string }
}

/** The files that the network has fetched, by address. */
export interface PhotoItem {
  url: string
  kind: 'image' | 'video'
  contentType: string
  bytes: number
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
  /** The Page that it is linked to. */
  pageId: string
  pictureUrl: string
  /** The share of its rate that is used, in per cent. */
  usage: number
  /** Posts that it may publish in a day. */
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
  /** Of an error. */
  subcode: number | null
  /** Remaining status calls that answer `IN_PROGRESS`. */
  pollsLeft: number
}

/** The photo network, as one person sees it: the same kind of app as the network of Pages, with its own keys. */
export interface PhotonetSandbox extends PagenetSandbox {
  accounts: PhotoAccount[]
  containers: Map<string, PhotoContainer>
  /** The number of polls that find a new container with a video not ready. */
  pollsUntilReady: number
  link(pageId: string, username: string): PhotoAccount
}

export const photonetPermissions = [
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
]

/** A number as this network numbers things. */
export const photoId = (): string => `178${randomInt(1e13).toString().padStart(14, '0')}`

/** A person with three Pages, two of them with a linked account. */
export function createPhotonetState(client: AppClient): PhotonetSandbox {
  const accounts: PhotoAccount[] = []
  const sandbox: PhotonetSandbox = {
    ...createPagenetState(client, photonetPermissions),
    accounts,
    containers: new Map(),
    pollsUntilReady: 1,
    link(pageId, username) {
      const account: PhotoAccount = {
        ...{ id: `1784140000${pageId}`, username, pageId, usage: 1, dailyPosts: 100, posts: [] },
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
