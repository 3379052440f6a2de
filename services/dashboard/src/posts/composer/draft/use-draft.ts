import { useWindowEvent } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Draft } from './draft.ts'
import { type DraftPlace, draftStore } from './draft-store.ts'

const pauseMs = 300

export interface OpenDraft {
  readonly draft: Draft
  /** Returns the current draft, even inside a callback created before the last change. */
  readonly latest: () => Draft
  readonly change: (change: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void
  /** When the restored draft was last saved. Undefined if no draft was restored. */
  readonly restoredAt: Date | undefined
  readonly startAfresh: () => void
  readonly finish: () => void
}

/** What a new post starts with: its due time, ISO 8601, its text, and its media. */
export interface DraftStart {
  readonly due?: string | undefined
  readonly text?: string | undefined
  readonly media?: readonly string[] | undefined
}

/** Adds the start to a draft, once, also if the page is loaded again. */
const startDraft = (draft: Draft, { due, text = '', media = [] }: DraftStart): Draft => ({
  ...draft,
  ...(due !== undefined && { moment: 'at', at: due }),
  ...(!draft.body.includes(text) && { body: draft.body === '' ? text : `${draft.body}\n${text}` }),
  media: [...new Set([...draft.media, ...media])],
})

/** Opens the kept draft, or `first` if none is kept, and saves every change from then on. */
export function useDraft(place: DraftPlace, first: Draft, given: DraftStart): OpenDraft {
  const [home] = useState(place)
  const [kept] = useState(() => draftStore.load(home))
  const [draft, setDraft] = useState<Draft>(() => startDraft(kept?.draft ?? first, given))
  const [restoredAt, setRestoredAt] = useState(kept?.savedAt)
  const current = useRef(draft)
  const finished = useRef(false)
  const start = useRef(kept === undefined ? draft : undefined)

  const keep = useCallback(() => {
    if (!finished.current && current.current !== start.current)
      draftStore.save(home, current.current)
  }, [home])
  useEffect(() => {
    const timer = setTimeout(keep, pauseMs)
    return () => clearTimeout(timer)
  }, [draft, keep])
  useWindowEvent('pagehide', keep)
  useEffect(() => keep, [keep])

  const change = useCallback<OpenDraft['change']>(
    (wanted) => {
      const before = current.current
      const next = { ...before, ...(typeof wanted === 'function' ? wanted(before) : wanted) }
      current.current = next
      setDraft(next)
      // Save at once: a crash between a request and its response must not create the post twice.
      if (next.sent !== before.sent) keep()
    },
    [keep],
  )
  return {
    draft,
    latest: () => current.current,
    change,
    restoredAt,
    startAfresh: () => {
      draftStore.remove(home)
      setRestoredAt(undefined)
      change(first)
    },
    finish: () => {
      finished.current = true
      draftStore.remove(home)
    },
  }
}
