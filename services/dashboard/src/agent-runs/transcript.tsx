import type { TranscriptEntry } from '@atrium/contracts'
import { Button, TextInput } from '@mantine/core'
import { IconArrowDown, IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import classes from './agent-runs.module.css'
import { plainText, spansOf } from './ansi-spans.ts'

const rowHeight = 20
const nearEnd = 40

const Line = memo(({ entry, found }: { entry: TranscriptEntry; found: boolean }) => (
  <span className={classes.lineText} data-stream={entry.stream} data-found={found || undefined}>
    {spansOf(entry.text).map(({ text, looks }, at) => (
      <span key={at} className={looks.map((look) => classes[look]).join(' ')}>
        {text}
      </span>
    ))}
  </span>
))

/** The places of the lines with a text, in any case. */
function useFound(entries: readonly TranscriptEntry[], count: number, wanted: string): readonly number[] {
  const text = useDeferredValue(wanted.trim().toLowerCase())
  const known = useRef({ text: '', upTo: 0, places: [] as number[], entries })
  return useMemo(() => {
    if (text === '') return []
    const { current } = known
    // Only the new lines of the same transcript are read.
    if (current.text !== text || current.entries !== entries || current.upTo > count) {
      known.current = { text, upTo: 0, places: [], entries }
    }
    const places = [...known.current.places]
    for (let at = known.current.upTo; at < count; at += 1) {
      if (
        plainText(entries[at]?.text ?? '')
          .toLowerCase()
          .includes(text)
      )
        places.push(at)
    }
    known.current = { text, upTo: count, places, entries }
    return places
  }, [entries, count, text])
}

/** A transcript of any length, with its search; it follows its end until the reader scrolls up. */
export function Transcript({
  entries,
  count,
  live,
}: {
  entries: readonly TranscriptEntry[]
  count: number
  live: boolean
}) {
  const scroll = useRef<HTMLDivElement>(null)
  const [following, setFollowing] = useState(live)
  const [wanted, setWanted] = useState('')
  const [at, setAt] = useState(0)
  const found = useFound(entries, count, wanted)
  const shownAt = found.length === 0 ? undefined : found[at % found.length]
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  })
  useEffect(() => {
    if (following && count > 0) rows.scrollToIndex(count - 1, { align: 'end' })
  }, [following, count, rows])
  useEffect(() => {
    if (shownAt === undefined) return
    setFollowing(false)
    rows.scrollToIndex(shownAt, { align: 'center' })
  }, [shownAt, rows])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || found.length === 0) return
    event.preventDefault()
    setAt((at + (event.shiftKey ? found.length - 1 : 1)) % found.length)
  }
  return (
    <section aria-label="Transcript">
      <div className={classes.tools}>
        <TextInput
          aria-label="Search the transcript"
          placeholder="Search the transcript"
          type="search"
          maxLength={200}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={wanted}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget: { value } }) => {
            setWanted(value)
            setAt(0)
          }}
        />
        <span className={classes.quiet} role="status">
          {wanted.trim() === ''
            ? `${count.toLocaleString()} ${count === 1 ? 'line' : 'lines'}`
            : found.length === 0
              ? 'Not found'
              : `${(at % found.length) + 1} of ${found.length.toLocaleString()}`}
        </span>
        {live && !following && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowDown size={14} aria-hidden />}
            onClick={() => setFollowing(true)}
          >
            Follow
          </Button>
        )}
      </div>
      <div
        ref={scroll}
        className={classes.terminal}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label="Lines"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (live && scrollHeight - scrollTop - clientHeight < nearEnd) setFollowing(true)
        }}
        onWheel={({ deltaY }) => deltaY < 0 && setFollowing(false)}
        onKeyDown={({ key }) => ['ArrowUp', 'PageUp', 'Home'].includes(key) && setFollowing(false)}
        onTouchMove={() => setFollowing(false)}
      >
        <div className={classes.lines} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const entry = entries[index]
            return (
              entry !== undefined && (
                <div key={index} className={classes.line} style={{ transform: `translateY(${start}px)` }}>
                  <span className={classes.number} aria-hidden>
                    {index + 1}
                  </span>
                  <Line entry={entry} found={index === shownAt} />
                </div>
              )
            )
          })}
        </div>
      </div>
    </section>
  )
}
