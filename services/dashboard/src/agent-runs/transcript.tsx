import type { TranscriptEntry } from '@atrium/contracts'
import { ActionIcon, Box, Button, Group, TextInput } from '@mantine/core'
import { IconArrowDown, IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import classes from './agent-runs.module.css'
import { TranscriptLine } from './transcript-line.tsx'
import { useFollowing } from './use-following.ts'
import { useFound } from './use-found.ts'

const rowHeight = 20

interface TranscriptProps {
  readonly entries: readonly TranscriptEntry[]
  readonly count: number
  readonly live: boolean
}

export function Transcript({ entries, count, live }: TranscriptProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const { following, follow, show, onScroll } = useFollowing(scroll, { live, count })
  const [wanted, setWanted] = useState('')
  const [at, setAt] = useState(0)
  const found = useFound(entries, count, wanted)
  const shownAt = found.count === 0 ? undefined : found.places[at % found.count]
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    // More rows would be wasted if the reader moves by pages or if lines arrive by the hundred.
    overscan: 8,
  })
  useEffect(() => {
    if (shownAt !== undefined) show(shownAt * rowHeight, rowHeight)
  }, [shownAt, show])
  const go = (step: 1 | -1) => {
    if (found.count > 0) setAt((at + found.count + step) % found.count)
  }
  return (
    <section aria-label="Transcript">
      <Group gap="8px 12px" mb={8}>
        <TextInput
          aria-label="Search the transcript"
          placeholder="Search the transcript"
          type="search"
          maxLength={200}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={wanted}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            go(event.shiftKey ? -1 : 1)
          }}
          onChange={({ currentTarget: { value } }) => {
            setWanted(value)
            setAt(0)
          }}
        />
        {found.count > 0 && (
          <ActionIcon.Group>
            <ActionIcon variant="default" size={36} aria-label="Line before" onClick={() => go(-1)}>
              <IconChevronUp size={16} />
            </ActionIcon>
            <ActionIcon variant="default" size={36} aria-label="Next line" onClick={() => go(1)}>
              <IconChevronDown size={16} />
            </ActionIcon>
          </ActionIcon.Group>
        )}
        <span className="figures quiet" role="status">
          {wanted.trim() === ''
            ? `${count.toLocaleString()} ${count === 1 ? 'line' : 'lines'}`
            : found.count > 0
              ? `${(at % found.count) + 1} of ${found.count.toLocaleString()}`
              : found.isWhole
                ? 'Not found'
                : 'Searching …'}
        </span>
      </Group>
      <div style={{ position: 'relative' }}>
        {live && count === 0 && (
          <Box
            className="quiet"
            component="p"
            pos="absolute"
            inset="0 0 auto"
            p="12px 16px"
            style={{ pointerEvents: 'none' }}
          >
            Lines appear here when an agent starts the task.
          </Box>
        )}
        <div
          ref={scroll}
          className={`sunken ${classes.terminal}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label="Lines"
          onScroll={onScroll}
        >
          <div
            style={{ position: 'relative', minWidth: 'max-content', height: rows.getTotalSize() }}
          >
            {rows.getVirtualItems().map(({ index, start }) => {
              const entry = entries[index]
              return (
                entry !== undefined && (
                  <div
                    key={index}
                    className={classes.line}
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <Box
                      className="firm muted"
                      component="span"
                      w={64}
                      pr={12}
                      ta="right"
                      style={{ userSelect: 'none' }}
                      aria-hidden
                    >
                      {index + 1}
                    </Box>
                    <TranscriptLine entry={entry} found={index === shownAt} />
                  </div>
                )
              )
            })}
          </div>
        </div>
        {live && !following && (
          <Button
            pos="absolute"
            right={24}
            bottom={20}
            size="compact-md"
            leftSection={<IconArrowDown size={14} aria-hidden />}
            onClick={follow}
          >
            Follow
          </Button>
        )}
      </div>
    </section>
  )
}
