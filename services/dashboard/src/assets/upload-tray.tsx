import { AtriumError } from '@atrium/sdk'
import { ActionIcon, Box, Button, Group, Progress } from '@mantine/core'
import { IconAlertTriangle, IconFile, IconX } from '@tabler/icons-react'
import type { Upload } from '../platform/files/create-uploads.ts'
import { uploads } from '../platform/files/uploads.ts'
import { toDetail } from '../ui/feedback/problem.tsx'
import { bytesLabel } from '../ui/text/bytes.ts'

// These refuse the file itself, so a retry with the same bytes would fail again.
const final = new Set([400, 413, 415])
const isFinal = (error: unknown) => error instanceof AtriumError && final.has(error.status)

export function UploadTray({ list }: { list: readonly Upload[] }) {
  const failed = list.filter(({ state }) => state.name === 'failed')
  const retriable = failed.filter(({ state }) => state.name === 'failed' && !isFinal(state.error))
  const going = list.length - failed.length
  return (
    <Box
      className="raised column firm"
      component="section"
      mah="40dvh"
      m="0 var(--gutter) 16px"
      aria-label="Uploads"
    >
      <Group
        className="strong firm"
        justify="space-between"
        mih={44}
        p="4px 8px 4px 16px"
        wrap="nowrap"
        gap={8}
      >
        <span role="status">
          {going > 0 &&
            `${going} ${going === 1 ? 'file is' : 'files are'} on the way. You may leave this page.`}
          {going === 0 &&
            `${failed.length} ${failed.length === 1 ? 'file was' : 'files were'} not stored`}
        </span>
        {retriable.length > 1 && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              for (const { id } of retriable) uploads.retry(id)
            }}
          >
            Try all again
          </Button>
        )}
      </Group>
      <ul className="plain-list" style={{ overflow: 'auto' }}>
        {list.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
    </Box>
  )
}

function Row({ upload: { id, file, state } }: { upload: Upload }) {
  const bad = state.name === 'failed'
  const Glyph = bad ? IconAlertTriangle : IconFile
  return (
    <Group
      component="li"
      gap={12}
      mih={52}
      p="6px 8px 6px 16px"
      wrap="nowrap"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <Glyph size={18} stroke={1.5} className={bad ? 'bad firm' : 'glyph'} aria-hidden />
      <div className="words">
        <span className="strong clipped" dir="auto">
          {file.name}
        </span>
        {bad ? (
          <span className="quiet bad" role="alert">
            {toDetail(state.error)}
          </span>
        ) : (
          <span className="quiet">
            {bytesLabel(file.size)}
            {state.name === 'waiting' && ', waiting'}
            {state.name === 'sending' && `, ${Math.floor(state.part * 100)} %`}
          </span>
        )}
      </div>
      {state.name === 'sending' && (
        <Progress
          flex="0 1 160px"
          value={state.part * 100}
          size="sm"
          aria-label={`Upload of ${file.name}`}
          transitionDuration={120}
        />
      )}
      {bad && !isFinal(state.error) && (
        <Button variant="default" size="compact-sm" onClick={() => uploads.retry(id)}>
          Try again
        </Button>
      )}
      <ActionIcon
        aria-label={bad ? `Take ${file.name} off the list` : `Cancel ${file.name}`}
        onClick={() => uploads.drop(id)}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  )
}
