import { ActionIcon, Button, CopyButton, Progress, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy, IconFile, IconX } from '@tabler/icons-react'
import { mediaKindOf, thumbnailAddress } from '../platform/assets.ts'
import type { Upload } from '../platform/create-uploads.ts'
import { uploads } from '../platform/uploads.ts'
import { bytesLabel } from '../ui/bytes.ts'
import { detailOf } from '../ui/problem.tsx'
import classes from './assets.module.css'

/** One file: its progress, its address once it is stored, or another try. */
export function UploadRow({ upload }: { upload: Upload }) {
  const { id, file, state, visibility } = upload
  const image = state.name === 'stored' && mediaKindOf(state.asset) === 'image'
  return (
    <li className={classes.row}>
      <span className={classes.preview}>
        {image ? (
          <img src={thumbnailAddress(state.asset.key, 160)} alt="" loading="lazy" />
        ) : (
          <IconFile size={20} stroke={1.5} aria-hidden />
        )}
      </span>
      <div className={classes.words}>
        <div className={classes.name}>{file.name}</div>
        {state.name === 'sending' && (
          <Progress
            value={state.part * 100}
            mt={8}
            size="sm"
            aria-label={`Upload of ${file.name}`}
            transitionDuration={120}
          />
        )}
        {state.name === 'failed' && (
          <div className={classes.failed} role="alert">
            {detailOf(state.error)}
          </div>
        )}
        {(state.name === 'waiting' || state.name === 'stored') && (
          <p className={classes.quiet}>
            {bytesLabel(file.size)} · {visibility === 'pub' ? 'public' : 'private'}
            {state.name === 'waiting' && ' · waiting'}
          </p>
        )}
      </div>
      {state.name === 'failed' && (
        <Button variant="default" size="compact-md" onClick={() => uploads.retry(id)}>
          Try again
        </Button>
      )}
      {state.name === 'stored' && (
        <CopyButton value={state.asset.url}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? 'Copied' : 'Copy the address'}>
              <ActionIcon aria-label={`Copy the address of ${file.name}`} onClick={copy}>
                {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      )}
      <ActionIcon aria-label={`Take ${file.name} off the list`} onClick={() => uploads.drop(id)}>
        <IconX size={16} />
      </ActionIcon>
    </li>
  )
}
