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
  /** As it is shown: escapes taken away. */
  text: string
  article: { source: string; title: string } | null
  media: string[]
  comments: PronetComment[]
  createdAt: Date
}

export interface PronetMedia {
  urn: string
  owner: string
  kind: 'image' | 'video'
  /** The announced parts of a video; null for an image. */
  announced: number | null
  /** Bytes that arrived, by part. */
  parts: Map<number, number>
  contentType: string
  state: 'waiting' | 'available'
}

export interface PronetState {
  posts: PronetPost[]
  media: Map<string, PronetMedia>
  /** Whether a consent comes with a refresh token, which the network gives to some apps only. */
  partner: { givesRefresh: boolean }
  /** Posts that one member may send in a day. */
  rate: { limit: number; used: Map<string, number> }
}

export const createPronetState = (): PronetState => ({
  posts: [],
  media: new Map(),
  partner: { givesRefresh: false },
  rate: { limit: 150, used: new Map() },
})
