import { z } from 'zod'
import { Draft, isBlank } from './draft.ts'

/** The key of a kept draft. `post` is `new`, or the edited post's id. */
export interface DraftPlace {
  readonly userId: string
  readonly orgId: string
  readonly post: string
}

export interface KeptDraft {
  readonly draft: Draft
  readonly savedAt: Date
}

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = 'atrium.compose.'
/** The limits: drafts per browser, characters per draft, and the age of a draft in milliseconds. */
export const draftLimits = { count: 20, characters: 500_000, ageMs: 30 * 86_400_000 } as const

const Kept = z.object({ savedAt: z.number(), draft: Draft })

const storageKey = ({ userId, orgId, post }: DraftPlace): string =>
  `${prefix}${userId}.${orgId}.${post}`

/** Creates a store that keeps composer drafts in the browser. Without storage it keeps nothing. */
export function createDraftStore(storage: Place | undefined, now: () => number = Date.now) {
  const read = (key: string): z.infer<typeof Kept> | undefined => {
    try {
      const kept = Kept.safeParse(JSON.parse(storage?.getItem(key) ?? 'null'))
      return kept.success && now() - kept.data.savedAt < draftLimits.ageMs ? kept.data : undefined
    } catch {
      return undefined
    }
  }
  const keys = (): string[] =>
    Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '').filter(
      (key) => key.startsWith(prefix),
    )
  /**
   * Returns the keys of all kept drafts except `spared`, oldest first. Removes drafts that have
   * expired or cannot be parsed.
   */
  const others = (spared: string): string[] => {
    const dated: { key: string; savedAt: number }[] = []
    for (const key of keys()) {
      if (key === spared) continue
      const kept = read(key)
      if (kept === undefined) storage?.removeItem(key)
      else dated.push({ key, savedAt: kept.savedAt })
    }
    return dated.sort((one, other) => one.savedAt - other.savedAt).map(({ key }) => key)
  }
  const write = (key: string, text: string, spare: string[]): boolean => {
    for (;;) {
      try {
        storage?.setItem(key, text)
        return storage !== undefined
      } catch {
        const oldest = spare.shift()
        if (oldest === undefined) return false
        storage?.removeItem(oldest)
      }
    }
  }
  const remove = (place: DraftPlace): void => storage?.removeItem(storageKey(place))

  return {
    load(place: DraftPlace): KeptDraft | undefined {
      const kept = read(storageKey(place))
      return kept && { draft: kept.draft, savedAt: new Date(kept.savedAt) }
    },
    /**
     * Keeps a draft and removes the oldest drafts above the limit. Removes the kept draft if
     * `draft` is blank. Returns false if the draft is too long, or if the browser cannot store it.
     */
    save(place: DraftPlace, draft: Draft): boolean {
      const key = storageKey(place)
      const text = JSON.stringify({ savedAt: now(), draft })
      if (isBlank(draft)) {
        remove(place)
        return true
      }
      if (text.length > draftLimits.characters) return false
      const spare = others(key)
      for (const oldest of spare.splice(0, Math.max(0, spare.length + 1 - draftLimits.count))) {
        storage?.removeItem(oldest)
      }
      return write(key, text, spare)
    },
    remove,
  }
}

function browserStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

export const draftStore = createDraftStore(
  typeof window === 'undefined' ? undefined : browserStorage(),
)
