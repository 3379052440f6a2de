import { classifyMedium, platformRules } from '@atrium/contracts'
import { ActionIcon, Box, Button, FileButton, Progress } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconPhoto,
  IconRefresh,
  IconUpload,
  IconVideo,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Upload } from '../../../platform/files/create-uploads.ts'
import { uploads } from '../../../platform/files/uploads.ts'
import { toDetail } from '../../../ui/feedback/problem.tsx'
import { networkName } from '../../../ui/network.tsx'
import shared from '../composer.module.css'
import type { FieldProblem } from '../draft/content.ts'
import type { Target } from '../draft/targets.ts'
import { ownAddress } from '../preview/own-address.ts'
import { FieldProblems } from './field-problems.tsx'
import classes from './media.module.css'
import { moved } from './moved.ts'

const accept = 'image/png,image/jpeg,image/webp,image/gif,image/avif,video/mp4'

const moves = [
  ['left', -1, IconArrowLeft],
  ['right', 1, IconArrowRight],
] as const

const limitText = ({ platform }: Target): string => {
  const { min, max, kinds, mixed } = platformRules[platform].media
  const kind =
    kinds.length > 1 ? (mixed ? 'images and videos' : 'images, or videos') : `${kinds[0]}`
  const count = min === max ? `${max} ${kind}` : `${min > 0 ? `${min} to` : 'up to'} ${max} ${kind}`
  return `${networkName(platform)}: ${count}`
}

export function MediaField({
  media,
  pending,
  targets,
  problems,
  onChange,
  onFiles,
  onLibrary,
}: {
  media: readonly string[]
  pending: readonly Upload[]
  targets: readonly Target[]
  problems: readonly FieldProblem[]
  onChange: (media: string[]) => void
  onFiles: (files: readonly File[]) => void
  onLibrary: () => void
}) {
  const [dragged, setDragged] = useState<number>()
  const move = (from: number, to: number) => onChange(moved(media, from, to))
  const limits = [...new Set(targets.map(limitText))]
  return (
    <fieldset className="plain-group stack">
      <legend className="legend" style={{ marginBottom: 8 }}>
        Media
      </legend>
      {(media.length > 0 || pending.length > 0) && (
        <ol
          className="plain-list wrapped"
          style={{ gap: 12, alignItems: 'stretch' }}
          aria-label="Files of the post"
        >
          {media.map((url, index) => (
            <li
              key={url}
              className={classes.medium}
              draggable
              data-dragged={dragged === index}
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => dragged !== undefined && event.preventDefault()}
              onDrop={(event) => {
                if (dragged === undefined) return
                event.preventDefault()
                event.stopPropagation()
                move(dragged, index)
                setDragged(undefined)
              }}
            >
              <Box className="sunken picture muted" component="span" w={96} h={96}>
                {classifyMedium(url) === 'image' ? (
                  <img src={ownAddress(url, 160)} alt={`File ${index + 1}`} draggable={false} />
                ) : (
                  <IconVideo
                    size={24}
                    stroke={1.5}
                    aria-label={`Video, file ${index + 1}`}
                    role="img"
                  />
                )}
              </Box>
              <span className={classes.mediumActions}>
                {media.length > 1 &&
                  moves.map(([side, by, Glyph]) => (
                    <ActionIcon
                      key={side}
                      size={24}
                      aria-label={`Move file ${index + 1} to the ${side}`}
                      disabled={media[index + by] === undefined}
                      onClick={() => move(index, index + by)}
                    >
                      <Glyph size={14} />
                    </ActionIcon>
                  ))}
                <ActionIcon
                  size={24}
                  className={classes.remove}
                  aria-label={`Remove file ${index + 1}`}
                  onClick={() => onChange(media.filter((each) => each !== url))}
                >
                  <IconX size={14} />
                </ActionIcon>
              </span>
            </li>
          ))}
          {pending.map((upload) => (
            <PendingFile key={upload.id} upload={upload} />
          ))}
        </ol>
      )}
      <div className="wrapped">
        <FileButton accept={accept} multiple onChange={(files: File[]) => onFiles(files)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
            >
              Upload
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          leftSection={<IconPhoto size={16} stroke={1.75} aria-hidden />}
          onClick={onLibrary}
        >
          From your files
        </Button>
        <span className="wide-only quiet">or drop or paste files</span>
      </div>
      <FieldProblems problems={problems} field="media" several={targets.length > 1} />
      {limits.length > 0 && <p className={`quiet ${shared.hint}`}>{limits.join(' · ')}</p>}
    </fieldset>
  )
}

function PendingFile({ upload: { id, file, state } }: { upload: Upload }) {
  const failed = state.name === 'failed'
  return (
    <li className={classes.medium} data-failed={failed}>
      <Box
        className="sunken picture muted"
        component="span"
        w={96}
        h={96}
        title={failed ? toDetail(state.error) : file.name}
      >
        {failed ? (
          <Box
            className="bad"
            component="span"
            p={4}
            fz="xs"
            style={{ overflow: 'hidden' }}
            role="alert"
          >
            {toDetail(state.error)}
          </Box>
        ) : (
          <Progress
            value={state.name === 'sending' ? state.part * 100 : 0}
            w={56}
            size="sm"
            aria-label={`Upload of ${file.name}`}
          />
        )}
      </Box>
      <span className={classes.mediumActions}>
        {failed && (
          <ActionIcon
            size={24}
            aria-label={`Upload ${file.name} again`}
            onClick={() => uploads.retry(id)}
          >
            <IconRefresh size={14} />
          </ActionIcon>
        )}
        <ActionIcon
          size={24}
          className={classes.remove}
          aria-label={`Take ${file.name} away`}
          onClick={() => uploads.drop(id)}
        >
          <IconX size={14} />
        </ActionIcon>
      </span>
    </li>
  )
}
