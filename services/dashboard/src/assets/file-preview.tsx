import type { StoredAsset } from '@atrium/contracts'
import { ActionIcon, Box, Button, CopyButton, Group, Modal, Skeleton, Stack } from '@mantine/core'
import { useMediaQuery, useWindowEvent } from '@mantine/hooks'
import {
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconCopy,
  IconExternalLink,
  IconPhotoOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  fileQuery,
  findMediaKind,
  readAddress,
  thumbnailAddress,
} from '../platform/files/assets.ts'
import { Empty } from '../ui/page/empty.tsx'
import { bytesLabel } from '../ui/text/bytes.ts'
import { When } from '../ui/when.tsx'
import classes from './assets.module.css'
import { DeleteFile } from './delete-file.tsx'
import { FileDescription } from './file-description.tsx'
import { FilePicture } from './file-picture.tsx'
import { FileUses } from './file-uses.tsx'
import { formatLabel } from './file-words.ts'

interface PreviewProps {
  readonly files: readonly StoredAsset[]
  readonly open: string
  /** Loads the next page of the list. Undefined if all pages are loaded. */
  readonly loadMore: (() => void) | undefined
  readonly onOpen: (key: string) => void
  readonly onClose: () => void
}

/** Shows one file with its facts. The left and right arrow keys move to the next files. */
export function FilePreview({ files, open, loadMore, onOpen, onClose }: PreviewProps) {
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const index = files.findIndex(({ key }) => key === open)
  const listed = files[index]
  // A link may open a file outside the loaded pages.
  const single = useQuery({ ...fileQuery(open), enabled: listed === undefined })
  const file = listed ?? single.data ?? undefined
  const [before, after] = listed === undefined ? [] : [files[index - 1], files[index + 1]]
  const isLoaded = file !== undefined
  useEffect(() => {
    if (listed !== undefined && after === undefined) loadMore?.()
  }, [listed, after, loadMore])
  const content = useRef<HTMLDivElement>(null)
  useWindowEvent('keydown', ({ key, target }) => {
    if (target instanceof HTMLMediaElement || isField(target)) return
    if (key === 'ArrowLeft' && isLoaded && before !== undefined) onOpen(before.key)
    if (key === 'ArrowRight' && isLoaded && after !== undefined) onOpen(after.key)
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size={1080}
      fullScreen={narrow === true}
      title={isLoaded ? (file.name ?? formatLabel(file)) : 'File'}
    >
      {isLoaded ? (
        <div ref={content} tabIndex={-1} className={classes.preview}>
          <Box
            className="middled"
            pos="relative"
            h={{ base: '46dvh', sm: 'min(64dvh, 640px)' }}
            bd="1px solid var(--line)"
            bdrs={12}
            bg="var(--sunken)"
            style={{ gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)', overflow: 'hidden' }}
          >
            <FileMedia file={file} />
            <Step label="Previous file" to={before} icon={IconChevronLeft} onOpen={onOpen} />
            <Step label="Next file" to={after} icon={IconChevronRight} onOpen={onOpen} />
          </Box>
          <Facts
            key={file.key}
            file={file}
            onDeleted={() => {
              const next = after ?? before
              if (next === undefined) return onClose()
              content.current?.focus()
              onOpen(next.key)
            }}
          />
        </div>
      ) : single.isSuccess ? (
        <Empty icon={IconPhotoOff} title="This file is not in the library">
          It was deleted, or it belongs to another organisation.
        </Empty>
      ) : (
        <Skeleton h={320} />
      )}
    </Modal>
  )
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

interface StepProps {
  readonly label: string
  readonly to: StoredAsset | undefined
  readonly icon: typeof IconChevronLeft
  readonly onOpen: (key: string) => void
}

function Step({ label, to, icon: Glyph, onOpen }: StepProps) {
  return (
    <ActionIcon
      size={36}
      radius="xl"
      variant="default"
      className={classes.step}
      aria-label={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && onOpen(to.key)}
    >
      <Glyph size={18} />
    </ActionIcon>
  )
}

function Facts({ file, onDeleted }: { file: StoredAsset; onDeleted: () => void }) {
  return (
    <Stack gap={20}>
      <FileDescription file={file} />
      <dl className={`flush ${classes.factList}`}>
        <dt>Kind</dt>
        <dd>{formatLabel(file)}</dd>
        <dt>Size</dt>
        <dd>{bytesLabel(file.bytes)}</dd>
        <dt>Stored</dt>
        <dd>
          <When at={file.createdAt} />
        </dd>
        <dt>Access</dt>
        <dd>
          {file.visibility === 'pub'
            ? 'Public: everybody who has the link'
            : 'Private: members of the organisation, signed in'}
        </dd>
        <dt>Used in</dt>
        <dd>
          {file.usedBy === null && 'Not known at the moment'}
          {file.usedBy?.length === 0 && 'Nothing'}
          {file.usedBy !== null && file.usedBy.length > 0 && <FileUses uses={file.usedBy} />}
        </dd>
      </dl>
      <Group gap={8} align="flex-start">
        <CopyButton value={file.url}>
          {({ copied, copy }) => (
            <Button
              size="compact-md"
              leftSection={
                copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
              }
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy the link'}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          href={file.url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          size="compact-md"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          Open
        </Button>
        <DeleteFile file={file} onDeleted={onDeleted} />
      </Group>
    </Stack>
  )
}

const wholeMedia = { maxWidth: '100%', maxHeight: '100%', objectFit: 'contain' } as const

function FileMedia({ file }: { file: Pick<StoredAsset, 'key' | 'contentType' | 'altText'> }) {
  const kind = findMediaKind(file)
  if (kind === 'image')
    return <img src={thumbnailAddress(file.key, 1080)} alt={file.altText} style={wholeMedia} />
  if (kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: an uploaded film has no captions
      <video
        key={file.key}
        style={wholeMedia}
        src={readAddress(file.key)}
        controls
        preload="metadata"
      />
    )
  }
  return (
    <Stack align="center" gap={24} w="100%" px={56}>
      <FilePicture file={file} width={160} />
      {kind === 'audio' && (
        // biome-ignore lint/a11y/useMediaCaption: an uploaded sound has no captions
        <audio
          key={file.key}
          style={{ width: '100%', maxWidth: 420 }}
          src={readAddress(file.key)}
          controls
          preload="metadata"
        />
      )}
    </Stack>
  )
}
