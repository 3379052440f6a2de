import { Button, Loader } from '@mantine/core'
import { detailOf } from '../../ui/problem.tsx'
import { When } from '../../ui/when.tsx'
import classes from '../canvas/editor.module.css'
import { RunBadge } from '../run-badge.tsx'
import { durationWords, triggerWords } from '../run-words.ts'
import { FixButton } from './fix-button.tsx'
import { firstFailure, isGoing, type RunLayer } from './run-layer.ts'

/** The run above the graph: its state, its end, and the way back to editing. */
export function RunBar({
  layer,
  error,
  inspected,
  onNode,
  onCancel,
  onAgain,
  onClose,
}: {
  layer: RunLayer | undefined
  error: unknown
  /** The node in the inspector, which shows its own failure. */
  inspected: string | undefined
  onNode: (id: string) => void
  onCancel: () => void
  onAgain: () => void
  onClose: () => void
}) {
  if (layer === undefined) {
    return (
      <div className={classes.runBar} data-tone={error === null ? undefined : 'bad'} role="status">
        {error === null ? <Loader size={14} /> : null}
        <span className="clipped grow">{error === null ? 'Loading the run …' : detailOf(error)}</span>
        <Button variant="default" size="compact-md" onClick={onClose}>
          Back to editing
        </Button>
      </div>
    )
  }
  const { status, queuePosition, trigger, createdAt, startedAt, finishedAt, error: reason } = layer.header
  const first = isGoing({ status }) ? undefined : firstFailure(layer)
  const failure = first?.nodeId === inspected ? undefined : first
  const duration = durationWords(startedAt, finishedAt)
  return (
    <div className={classes.runBar} data-tone={status === 'failed' ? 'bad' : undefined} role="status">
      <RunBadge status={status} />
      <span className="clipped grow" title={reason ?? undefined}>
        {status === 'queued' && queuePosition !== undefined && queuePosition > 0
          ? `${queuePosition} before it`
          : (reason ?? triggerWords[trigger])}
      </span>
      {failure !== undefined && (
        <Button variant="subtle" size="compact-md" onClick={() => onNode(failure.nodeId)}>
          Show the node
        </Button>
      )}
      {failure !== undefined && <FixButton fix={failure.fix} />}
      <span className="fine line" style={{ gap: 6 }}>
        <When at={createdAt} />
        {duration !== undefined && <span>{duration}</span>}
      </span>
      <span className={classes.runActions}>
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
      </span>
    </div>
  )
}
