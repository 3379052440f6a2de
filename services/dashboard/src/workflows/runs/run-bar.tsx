import type { NodeRun } from '@atrium/contracts'
import type { NameField } from '@atrium/workflow-rules'
import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { toDetail } from '../../ui/feedback/problem.tsx'
import { When } from '../../ui/when.tsx'
import classes from '../canvas/editor.module.css'
import type { PanelProps } from '../canvas/panel.tsx'
import { prepareNames } from '../graph/name-fields.ts'
import { eventTypesQuery } from '../palette-queries.ts'
import { RunBadge } from '../run-badge.tsx'
import { durationWords, readableMessage, triggerWords } from '../run-words.ts'
import { FixButton } from './fix-button.tsx'
import { findWaiting, firstFailure, isGoing, type RunLayer } from './run-layer.ts'

interface RunBarProps extends Pick<PanelProps, 'graph' | 'palette'> {
  readonly layer: RunLayer | undefined
  readonly error: unknown
  /** The node in the inspector. The inspector already shows this node's failure. */
  readonly inspected: string | undefined
  readonly onNode: (id: string) => void
  readonly onCancel: () => void
  readonly onAgain: () => void
  readonly onClose: () => void
}

export function RunBar({
  graph,
  palette,
  layer,
  error,
  inspected,
  onNode,
  onCancel,
  onAgain,
  onClose,
}: RunBarProps) {
  const { data: events = [] } = useQuery(eventTypesQuery)
  const back = (
    <Button variant="default" size="compact-md" onClick={onClose}>
      Back to editing
    </Button>
  )
  if (layer === undefined) {
    return (
      <div
        className={`wrapped ${classes.runBar}`}
        data-tone={error === null ? undefined : 'bad'}
        role="status"
      >
        {error === null && <Loader size={14} />}
        <span className="clipped grow">
          {error === null ? 'Loading the run …' : toDetail(error)}
        </span>
        {back}
      </div>
    )
  }
  const {
    status,
    queuePosition,
    trigger,
    createdAt,
    startedAt,
    finishedAt,
    error: reason,
  } = layer.header
  const first = isGoing({ status }) ? undefined : firstFailure(layer)
  const waiting = isGoing({ status }) ? findWaiting(layer) : undefined
  const failure = first?.nodeId === inspected ? undefined : first
  const duration = durationWords(startedAt, finishedAt)
  const told = first ?? waiting
  const nameField = told && prepareNames(graph, { palette, events })(told.nodeId).nameField
  const words = describeReason(told, reason, nameField)
  return (
    <div
      className={`wrapped ${classes.runBar}`}
      data-tone={status === 'failed' ? 'bad' : undefined}
      role="status"
    >
      <RunBadge status={status} />
      <span className={`grow clipped ${classes.runReason}`} title={words}>
        {status === 'queued' && queuePosition !== undefined && queuePosition > 0
          ? `${queuePosition} before it`
          : (words ?? triggerWords[trigger])}
      </span>
      {failure !== undefined && (
        <Button variant="subtle" size="compact-md" onClick={() => onNode(failure.nodeId)}>
          Show the step
        </Button>
      )}
      {failure !== undefined && <FixButton fix={failure.fix} />}
      <span className="fine line" style={{ gap: 6 }}>
        <When at={createdAt} />
        {duration !== undefined && <span>{duration}</span>}
      </span>
      <span className="line own-line">
        <Button
          variant="default"
          size="compact-md"
          onClick={isGoing({ status }) ? onCancel : onAgain}
        >
          {isGoing({ status }) ? 'Cancel the run' : 'Run again'}
        </Button>
        {back}
      </span>
    </div>
  )
}

/** Says at which step a run ended or waits, and why. */
function describeReason(
  failure: NodeRun | undefined,
  reason: string | null,
  nameField: NameField | undefined,
): string | undefined {
  if (failure === undefined) return reason === null ? undefined : readableMessage(reason)
  const message = failure.error ?? failure.message ?? reason ?? ''
  return `“${failure.name}”: ${readableMessage(message, nameField)}`
}
