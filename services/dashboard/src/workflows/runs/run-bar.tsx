import { Button, Loader } from '@mantine/core'
import { detailOf } from '../../ui/problem.tsx'
import { When } from '../../ui/when.tsx'
import classes from '../canvas/editor.module.css'
import { RunBadge } from '../run-badge.tsx'
import { durationWords, triggerWords } from '../run-words.ts'
import { isGoing, type RunLayer } from './run-layer.ts'

/** The run above the graph: its state, its end, and the way back to editing. */
export function RunBar({
  layer,
  error,
  onCancel,
  onAgain,
  onClose,
}: {
  layer: RunLayer | undefined
  error: unknown
  onCancel: () => void
  onAgain: () => void
  onClose: () => void
}) {
  if (layer === undefined) {
    return (
      <div className={classes.runBar} data-tone={error === null ? undefined : 'bad'} role="status">
        {error === null ? <Loader size={14} /> : null}
        <span className={classes.runText}>{error === null ? 'Loading the run …' : detailOf(error)}</span>
        <Button variant="default" size="compact-md" onClick={onClose}>
          Back to editing
        </Button>
      </div>
    )
  }
  const { status, queuePosition, trigger, createdAt, startedAt, finishedAt, error: reason } = layer.header
  const duration = durationWords(startedAt, finishedAt)
  return (
    <div className={classes.runBar} data-tone={status === 'failed' ? 'bad' : undefined} role="status">
      <RunBadge status={status} />
      <span className={classes.runText} title={reason ?? undefined}>
        {status === 'queued' && queuePosition !== undefined && queuePosition > 0
          ? `${queuePosition} before it`
          : (reason ?? triggerWords[trigger])}
      </span>
      <span className={classes.state}>
        <When at={createdAt} />
        {duration !== undefined && <span>{duration}</span>}
      </span>
      {isGoing({ status }) ? (
        <Button variant="default" size="compact-md" onClick={onCancel}>
          Cancel the run
        </Button>
      ) : (
        <Button variant="default" size="compact-md" onClick={onAgain}>
          Run again
        </Button>
      )}
      <Button variant="default" size="compact-md" onClick={onClose}>
        Back to editing
      </Button>
    </div>
  )
}
