export interface PronetComment {
  id: string
  actor: string
  text: string
  createdAt: Date
}

export interface PronetPost {
  /** `urn:li:share:<digits>`. */
  urn: string
  author: string
  /** The shown text, without escapes. */
  text: string
  article: { source: string; title: string } | null
  media: string[]
  /** The alternative texts by image. */
  altTexts: Record<string, string>
  comments: PronetComment[]
  createdAt: Date
}

export interface PronetMedia {
  urn: string
  owner: string
  kind: 'image' | 'video'
  /** A video's announced parts. Null for an image. */
  announced: number | null
  /** Received bytes by part. */
  parts: Map<number, number>
  contentType: string
  state: 'waiting' | 'available'
}

export interface PronetState {
  posts: PronetPost[]
  media: Map<string, PronetMedia>
  /** True if a consent brings a refresh token. The network gives one only to some apps. */
  partner: { givesRefresh: boolean }
  /** The daily post limit per member. */
  rate: { limit: number; used: Map<string, number> }
}

export const createPronetState = (): PronetState => ({
  posts: [],
  media: new Map(),
  partner: { givesRefresh: false },
  rate: { limit: 150, used: new Map() },
})
