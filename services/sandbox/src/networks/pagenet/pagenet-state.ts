import { type Hash, randomBytes } from 'node:crypto'
import { createFaults, type Faults } from '../../pages/faults.ts'
import type { AppClient } from '../network-endpoints.ts'
import type { Audience } from '../visitors.ts'

export interface SandboxComment {
  id: string
  message: string
  createdAt: Date
  from: { id: string; name: string }
}

export interface SandboxPost {
  id: string
  message: string
  link: string | null
  media: string[]
  createdAt: Date
  comments: SandboxComment[]
}

export interface SandboxPage {
  id: string
  name: string
  /** True if a business owns the Page. The Page is then not in the list, but readable by id. */
  hidden: boolean
  /** How much of its rate is used in per cent, as in the response headers. */
  usage: number
  /** How much each call adds. */
  usagePerCall: number
  posts: SandboxPost[]
}

export interface SandboxVideo {
  id: string
  pageId: string
  session: string
  size: number
  received: number
  /** The hash over the parts in order. */
  sha256: Hash
  published: boolean
}

export interface SandboxToken {
  kind: 'user' | 'page'
  pageId: string | null
  permissions: string[]
  state: 'valid' | 'expired' | 'revoked'
  longLived: boolean
}

/** The Pages network as one user sees it. */
export interface PagenetSandbox extends AppClient {
  /** Registered redirect URIs, compared byte for byte. If empty, any URI is allowed. */
  redirectUris: Set<string>
  user: { id: string; name: string }
  pages: SandboxPage[]
  tokens: Map<string, SandboxToken>
  codes: Map<string, { redirectUri: string; permissions: string[]; used: boolean }>
  photos: Map<string, { bytes: number; contentType: string; altText?: string }>
  /** Videos by id, from their upload's start. Their bytes are not kept. */
  videos: Map<string, SandboxVideo>
  /** The maximum video bytes per part. */
  videoPartBytes: number
  /** How much of the app's rate is used in per cent. All Pages share it. */
  appUsage: number
  /** True if reading a comment's author is refused with code 100. */
  authorsRefused: boolean
  /** By account. */
  audience: Map<string, Audience>
  /** Every call as `METHOD /path`, without a query. */
  calls: string[]
  faults: Faults
  giveToken(token: Partial<SandboxToken> & Pick<SandboxToken, 'kind'>): string
  addPage(id: string, name: string, more?: Partial<SandboxPage>): SandboxPage
  /** Refuses every token from now on with code 190. */
  revokeAll(state?: 'expired' | 'revoked'): void
}

/** Adds a post to a Page. */
export function addPost(
  page: SandboxPage,
  {
    id,
    message,
    link,
    media,
  }: { id: string; message: string; link: string | null; media: string[] },
): void {
  page.posts.push({ id, message, link, media, createdAt: new Date(), comments: [] })
}

export const pagenetPermissions = [
  'public_profile',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_manage_engagement',
]

/** Creates a user with two Pages. `granted` are a token's default permissions. */
export function createPagenetState(client: AppClient, granted: readonly string[]): PagenetSandbox {
  const tokens = new Map<string, SandboxToken>()
  const pages: SandboxPage[] = []
  const sandbox: PagenetSandbox = {
    ...client,
    redirectUris: new Set(),
    user: { id: '900100', name: 'Sandbox person' },
    pages,
    tokens,
    codes: new Map(),
    photos: new Map(),
    videos: new Map(),
    videoPartBytes: 16 * 1024 * 1024,
    appUsage: 1,
    authorsRefused: false,
    audience: new Map(),
    calls: [],
    faults: createFaults(),
    giveToken(token) {
      const value = `EAA${token.kind}${randomBytes(24).toString('hex')}`
      const usual = { pageId: null, permissions: [...granted], longLived: false }
      tokens.set(value, { ...usual, state: 'valid', ...token })
      return value
    },
    addPage(id, name, more = {}) {
      const page = { id, name, hidden: false, usage: 1, usagePerCall: 0.01, posts: [], ...more }
      pages.push(page)
      return page
    },
    revokeAll(state = 'revoked') {
      for (const token of tokens.values()) token.state = state
    },
  }
  sandbox.addPage('1001', 'Harbour Bakery')
  sandbox.addPage('1002', 'Night Market')
  return sandbox
}
