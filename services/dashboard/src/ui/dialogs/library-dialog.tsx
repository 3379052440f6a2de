import type { MediaKind } from '@atrium/contracts'
import { Box, Button, Group, Modal } from '@mantine/core'
import { IconCheck, IconPhoto, IconVideo } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findMediaKind, libraryQuery, thumbnailAddress } from '../../platform/files/assets.ts'
import { Empty } from '../page/empty.tsx'
import { ShowMore } from '../page/show-more.tsx'
import { Skeletons } from '../page/skeletons.tsx'
import { Waiting } from '../page/waiting.tsx'
import { bytesLabel } from '../text/bytes.ts'
import classes from './library-dialog.module.css'

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })

/**
 * Chooses public images, or images and videos, from the library. With `one`, a click takes a single
 * file.
 */
export function LibraryDialog({
  taken = [],
  one = false,
  kinds = ['image', 'video'],
  empty,
  onTake,
  onClose,
}: {
  taken?: readonly string[]
  one?: boolean
  kinds?: readonly MediaKind[]
  empty: string
  onTake: (urls: readonly string[]) => void
  onClose: () => void
}) {
  const [kind, ...others] = kinds
  // Networks and site visitors load files without credentials, so only public files are listed.
  const query = useInfiniteQuery(
    libraryQuery({ visibility: 'pub', kind: others.length === 0 ? kind : undefined }),
  )
  const [chosen, setChosen] = useState<readonly string[]>([])
  const files = (query.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(
      (asset) => kinds.some((kind) => kind === findMediaKind(asset)) && !taken.includes(asset.url),
    )
  const toggle = (url: string) =>
    setChosen((urls) => (urls.includes(url) ? urls.filter((each) => each !== url) : [...urls, url]))
  return (
    <Modal.Root opened onClose={onClose} size={720} centered>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content>
        {/* This is not Modal.Header, because a page has one banner, and a form below may have it. */}
        <Group gap={0} wrap="nowrap" justify="space-between" p={16}>
          <Modal.Title fz={16} fw={600}>
            From your files
          </Modal.Title>
          <Modal.CloseButton aria-label="Close the library" />
        </Group>
        <Modal.Body>
          <Waiting query={query}>
            <Box
              className="plain-list"
              display="grid"
              style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))', gap: 8 }}
              aria-busy="true"
            >
              <Skeletons count={8} className={`middled sunken picture ${classes.libraryFile}`} />
            </Box>
          </Waiting>
          {query.isSuccess && files.length === 0 && !query.hasNextPage && (
            <Empty
              icon={IconPhoto}
              title={`No ${taken.length === 0 ? '' : 'other '}public ${kinds.join(' or ')}`}
            >
              {empty}
            </Empty>
          )}
          <Box
            className="plain-list"
            component="ul"
            display="grid"
            style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))', gap: 8 }}
          >
            {files.map((asset) => {
              const place = chosen.indexOf(asset.url)
              const isImage = findMediaKind(asset) === 'image'
              return (
                <li key={asset.key}>
                  <button
                    type="button"
                    className={`middled sunken picture ${classes.libraryFile}`}
                    {...(one ? {} : { 'aria-pressed': place !== -1 })}
                    title={asset.name ?? undefined}
                    aria-label={`${isImage ? 'Image' : 'Video'} of ${day.format(new Date(asset.createdAt))}, ${bytesLabel(asset.bytes)}${asset.name === null ? '' : `: ${asset.name}`}`}
                    onClick={() => (one ? onTake([asset.url]) : toggle(asset.url))}
                  >
                    {isImage ? (
                      <img src={thumbnailAddress(asset.key, 480)} alt="" loading="lazy" />
                    ) : (
                      <IconVideo size={28} stroke={1.5} aria-hidden />
                    )}
                    {place !== -1 && (
                      <span className={`disc ${classes.chosenMark}`}>
                        <IconCheck size={14} stroke={3} aria-hidden />
                      </span>
                    )}
                  </button>
                </li>
              )
            })}
          </Box>
          <Group gap={8} wrap="nowrap" justify="flex-end" mt={16}>
            <ShowMore query={query} label="Show older files" variant="subtle" />
            {!one && (
              <Button disabled={chosen.length === 0} onClick={() => onTake(chosen)}>
                {chosen.length > 1 ? `Add ${chosen.length} files` : 'Add the file'}
              </Button>
            )}
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
