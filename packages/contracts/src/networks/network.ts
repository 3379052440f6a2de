/** How a network counts text: in code points, UTF-8 bytes or the short-post network's weights. */
export type TextCount = 'characters' | 'bytes' | 'weighted'

/**
 * The pictures accepted by a network. Other pictures are converted to JPEG (`convertedPictures`) or
 * rejected.
 */
export interface PictureRules {
  /** File extensions. */
  readonly types: readonly string[]
  readonly maxBytes: number
  /**
   * The most characters of an alternative text. Absent if the network takes none with a post.
   */
  readonly altText?: number
  /**
   * The least and the greatest width of a picture divided by its height. Absent if the network
   * takes every shape.
   */
  readonly proportions?: { readonly min: number; readonly max: number }
}

/** A network's accepted videos. */
export interface VideoRules {
  /** The most videos per post. */
  readonly max: number
  readonly maxBytes: number
  readonly seconds?: { readonly min: number; readonly max: number }
  /** The least and the greatest width of a video divided by its height. */
  readonly proportions?: { readonly min: number; readonly max: number }
  /** In pixels. */
  readonly maxWidth?: number
}

/** Extensions of pictures that can be sent as JPEG without a visible loss. */
export const convertedPictures: readonly string[] = ['png', 'webp', 'avif']

/**
 * A network's rules for posts. The editor, approval, `update_task` and the publisher use only these
 * rules.
 */
export interface PlatformRules {
  /** The network's host, as in `destination.host` and `social://<page>@<host>`. */
  readonly host: string
  readonly aliases: readonly string[]
  readonly body: {
    readonly max: number
    readonly count: TextCount
    readonly required: boolean
    /** Rejected characters. */
    readonly refused?: readonly string[]
  }
  /** Null if posts have no title. */
  readonly title: {
    readonly max: number
    readonly required: boolean
    readonly refused?: readonly string[]
  } | null
  readonly media: {
    readonly min: number
    readonly max: number
    readonly kinds: readonly ('image' | 'video')[]
    /**
     * The entry in the card's `fields` that replaces the media, because the network already has the
     * file.
     */
    readonly uploadedAs?: string
    /** Null if the network takes no pictures. */
    readonly pictures: PictureRules | null
    /** Null if the network takes no videos. */
    readonly videos: VideoRules | null
    /** True if a post may mix images and videos. */
    readonly mixed: boolean
  }
  /**
   * Where a kept link goes: into a preview card, into the text, or nowhere. A post with media has no
   * card.
   */
  readonly keptLink: 'preview' | 'in_text' | 'none'
  /** What separates the text from a link without a card because the post has media. A line break by default. */
  readonly linkSeparator?: string
  /**
   * The limit for one comment or reply. It is counted like the body if it has no count of its own.
   */
  readonly comment: { readonly max: number; readonly count?: TextCount }
  /** How many posts may follow the first one as a thread. Absent if the network has no threads. */
  readonly thread?: { readonly max: number }
  /** Entries required in the card's `fields` for a post on this network. */
  readonly requiredFields: readonly string[]
  /** Set if the post goes to mail addresses instead of a connected account. */
  readonly recipients?: { readonly max: number }
}

/** Parts of a post that a composer may not support. */
export type ComposerField = 'title' | 'body' | 'link' | 'media' | 'firstComment' | 'thread'

/** A network's web composer. Its URL prefills the post. */
export interface ComposerSpec {
  readonly carries: readonly ComposerField[]
  /** Undefined if this post cannot be prefilled at all. */
  build(post: {
    title: string
    text: string
    link: string | null
    fields: Readonly<Record<string, unknown>>
  }): URL | undefined
}

/** Builds a composer URL with these parameters and leaves out null values. */
export function composerUrl(base: string, query: Readonly<Record<string, string | null>>): URL {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== '') url.searchParams.set(name, value)
  }
  // Only form parsers read a plus as a space. Every URL parser reads %20 as one.
  url.search = url.search.replaceAll('+', '%20')
  return url
}
