import type { StoredAsset } from '@atrium/contracts'
import { Box, Group } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconLink, IconLock } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { Grid, GridCell, GridRow } from '../ui/grid-parts.ts'
import { bytesLabel } from '../ui/text/bytes.ts'
import classes from './assets.module.css'
import { FilePicture } from './file-picture.tsx'
import { fileLabel, formatType } from './file-words.ts'
import { nextTile } from './next-tile.ts'

const gap = 12
const smallestTile = 148
const captionHeight = 52

interface FileGridProps {
  readonly files: readonly StoredAsset[]
  readonly onOpen: (key: string) => void
  readonly onNearEnd: () => void
}

/** Shows files as tiles, and renders only the visible ones. Arrow keys move between tiles. */
export function FileGrid({ files, onOpen, onNearEnd }: FileGridProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const { ref: list, width } = useElementSize<HTMLDivElement>()
  const [reached, setReached] = useState(0)
  const focused = useRef<number>(undefined)
  const columns = Math.max(2, Math.floor((width + gap) / (smallestTile + gap)))
  const tile = (width - gap * (columns - 1)) / columns
  const height = Math.max(64, Math.round(tile * 0.75)) + captionHeight
  const rows = useVirtualizer({
    count: files.length,
    lanes: columns,
    gap,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    getItemKey: (index) => files[index]?.key ?? index,
    overscan: columns * 3,
  })
  useEffect(() => rows.measure(), [rows, height, columns])
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= files.length - columns * 4) onNearEnd()
  }, [last, files.length, columns, onNearEnd])
  useEffect(() => {
    if (focused.current === undefined) return
    const tile = scroll.current?.querySelector<HTMLElement>(
      `[data-index="${focused.current}"] > button`,
    )
    if (tile === null || tile === undefined) return
    focused.current = undefined
    tile.focus({ preventScroll: true })
  })
  const move = (event: KeyboardEvent, index: number) => {
    const next = nextTile(event.key, index, columns, files.length)
    if (next === undefined) return
    event.preventDefault()
    focused.current = next
    setReached(next)
    rows.scrollToIndex(next)
  }
  const lines = Map.groupBy(width > 0 ? shown : [], ({ index }) => Math.floor(index / columns))
  return (
    <Box
      ref={scroll}
      flex={1}
      mih={0}
      p="4px var(--gutter) var(--gutter)"
      style={{ overflow: 'auto' }}
    >
      <Grid
        ref={list}
        style={{ position: 'relative', height: rows.getTotalSize() }}
        aria-label="Files"
        aria-rowcount={Math.ceil(files.length / columns)}
      >
        {[...lines].map(([line, tiles]) => (
          <GridRow key={line} aria-rowindex={line + 1} style={{ display: 'contents' }}>
            {tiles.map(({ index, lane, start, key }) => {
              const file = files[index]
              if (file === undefined) return null
              const left = lane * (tile + gap)
              return (
                <GridCell
                  key={key}
                  data-index={index}
                  style={{
                    position: 'absolute',
                    top: 0,
                    left: 0,
                    width: tile,
                    height,
                    transform: `translate(${left}px, ${start}px)`,
                  }}
                  onKeyDown={(event) => move(event, index)}
                  onFocus={() => setReached(index)}
                >
                  <Tile
                    file={file}
                    width={tile}
                    isReached={index === Math.min(reached, files.length - 1)}
                    onOpen={onOpen}
                  />
                </GridCell>
              )
            })}
          </GridRow>
        ))}
      </Grid>
    </Box>
  )
}

interface TileProps {
  readonly file: StoredAsset
  readonly width: number
  readonly isReached: boolean
  readonly onOpen: (key: string) => void
}

const Tile = memo(function Tile({ file, width, isReached, onOpen }: TileProps) {
  const uses = file.usedBy?.length ?? 0
  return (
    <button
      type="button"
      className={`plate ${classes.tile}`}
      aria-label={fileLabel(file)}
      tabIndex={isReached ? 0 : -1}
      onClick={() => onOpen(file.key)}
    >
      <Box className="picture muted" component="span" flex={1} mih={0} bg="var(--sunken)">
        <FilePicture file={file} width={width} />
      </Box>
      <Group
        className="fine firm figures"
        component="span"
        justify="space-between"
        h={51}
        p="0 10px"
        wrap="nowrap"
        gap={8}
        style={{ borderTop: '1px solid var(--line)' }}
      >
        <span className="words">
          {file.name !== null && (
            <span className="clipped" dir="auto" title={file.name}>
              {`${file.name} `}
            </span>
          )}
          <span className="quiet">
            {formatType(file)} · {bytesLabel(file.bytes)}
          </span>
        </span>
        <span className="line" style={{ gap: 6 }}>
          {uses > 0 && <IconLink size={14} aria-hidden />}
          {file.visibility === 'priv' && <IconLock size={14} aria-hidden />}
        </span>
      </Group>
    </button>
  )
})
