/** How a network counts a text: in code points, in UTF-8 bytes, or with the weights of the short-post network. */
export type TextCount = 'characters' | 'bytes' | 'weighted'

/** The pictures that a network takes. Other pictures are sent as a JPEG (`convertedPictures`), or refused. */
export interface PictureRules {
  /** File extensions. */
  readonly types: readonly string[]
  readonly maxBytes: number
}

/** Extensions of pictures that lose nothing that a network would show when they are sent as a JPEG. */
export const convertedPictures: readonly string[] = ['png', 'webp', 'avif']

/** The rules of a network for posts. The editor, the approval, `update_task` and the publisher read these and no others. */
export interface PlatformRules {
  /** The network's host, as in `destination.host` and `social://<page>@<host>`. */
  readonly host: string
  readonly aliases: readonly string[]
  readonly body: {
    readonly max: number
    readonly count: TextCount
    readonly required: boolean
    /** Characters that the network refuses. */
    readonly refused?: readonly string[]
  }
  /** Null where a post has no title of its own. */
  readonly title: {
    readonly max: number
    readonly required: boolean
    readonly refused?: readonly string[]
  } | null
  readonly media: {
    readonly min: number
    readonly max: number
    readonly kinds: readonly ('image' | 'video')[]
    /** An entry of the card's `fields` that replaces the media: a medium that the network has already. */
    readonly uploadedAs?: string
    /** The pictures that the network takes; null if it takes none. */
    readonly pictures: PictureRules | null
    /** Whether a post may mix images and videos. */
    readonly mixed: boolean
  }
  /** The place of a kept link: a preview card beside the text, the text, or none. */
  readonly keptLink: 'preview' | 'in_text' | 'none'
  /** The cap of one comment or reply in characters; it is counted as the body is. */
  readonly comment: { readonly max: number }
  /** Entries of the card's `fields` without which the network takes no post. */
  readonly requiredFields: readonly string[]
  /** Set if the post goes to mail addresses instead of a connected account. */
  readonly recipients?: { readonly max: number }
}

/** The parts of a post that a composer may be unable to carry. */
export type ComposerField = 'title' | 'body' | 'link' | 'media' | 'firstComment'

/** A network's own composer on the web, which an address prefills. */
export interface ComposerSpec {
  readonly carries: readonly ComposerField[]
  /** Undefined when this post cannot be prefilled at all. */
  build(post: {
    title: string
    text: string
    link: string | null
    fields: Readonly<Record<string, unknown>>
  }): URL | undefined
}

/** A composer's address with these parameters; those without a value are left out. */
export function composerUrl(base: string, query: Readonly<Record<string, string | null>>): URL {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== '') url.searchParams.set(name, value)
  }
  // A plus is a blank to readers of forms only; every reader of URLs takes %20 for one.
  url.search = url.search.replaceAll('+', '%20')
  return url
}
