import type { TranscriptEntry } from '@atrium/contracts'
import { useEffect, useRef, useState } from 'react'
import { beginSearch, type LineSearch, readOn } from './line-search.ts'

const turnMs = 6
/** Milliseconds between two updates of the count while a search runs. */
const shownEveryMs = 100

interface Found {
  readonly text: string
  readonly places: readonly number[]
  readonly count: number
  readonly isWhole: boolean
}

const nothing: Found = { text: '', places: [], count: 0, isWhole: true }

/**
 * Finds the lines with a text and ignores case. Reads them in slices, so typing and scrolling stay
 * smooth. If the transcript grows, only the new lines are read.
 */
export function useFound(
  entries: readonly TranscriptEntry[],
  count: number,
  wanted: string,
): Found {
  const text = wanted.trim().toLowerCase()
  const lastSearch = useRef<LineSearch>(undefined)
  const [found, setFound] = useState(nothing)
  useEffect(() => {
    if (text === '') return undefined
    let { current: search } = lastSearch
    if (search?.text !== text || search.entries !== entries) search = beginSearch(text, entries)
    lastSearch.current = search
    let timer: ReturnType<typeof setTimeout> | undefined
    let shownAt = Number.NEGATIVE_INFINITY
    let shown = 0
    const turn = () => {
      const until = performance.now() + turnMs
      readOn(search, count, () => performance.now() > until)
      const { places, upTo } = search
      const isFirst = shown === 0 && places.length > 0
      if (isFirst || upTo >= count || performance.now() - shownAt > shownEveryMs) {
        shownAt = performance.now()
        shown = places.length
        setFound({ text, places, count: shown, isWhole: upTo >= count })
      }
      if (upTo < count) timer = setTimeout(turn)
    }
    turn()
    return () => clearTimeout(timer)
  }, [entries, count, text])
  if (text === '') return nothing
  return found.text === text ? found : { ...nothing, text, isWhole: false }
}
