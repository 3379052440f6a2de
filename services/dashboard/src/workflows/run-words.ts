import type { NodeRun, RunTrigger, SkipReason } from '@atrium/contracts'
import { type NameField, readableMessage as readMessage } from '@atrium/workflow-rules'

export const triggerWords: Readonly<Record<RunTrigger, string>> = {
  manual: 'By a member',
  schedule: 'On schedule',
  event: 'By an event',
}

export const skipWords: Readonly<Record<SkipReason, string>> = {
  no_input: 'No item reached this step',
  upstream_skipped: 'The step before it did not run',
  upstream_failed: 'A step before it failed',
  branch_halted: 'The branch ended before this step',
  cancelled: 'The run was cancelled first',
}

export const nodeWords: Readonly<Record<NodeRun['status'], string>> = {
  running: 'Running',
  completed: 'Done',
  failed: 'Failed',
  halted: 'Stopped here',
  skipped: 'Skipped',
}

/**
 * Formats a duration: "0.4 s", "2 min 5 s". Returns undefined if the start or the end is missing.
 */
export function durationWords(
  startedAt: string | null,
  finishedAt: string | null,
): string | undefined {
  if (startedAt === null || finishedAt === null) return undefined
  const ms = Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt))
  if (ms < 1_000) return `${ms} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`
}

const utcMoment = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g
const moment = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** Converts the times in a node's message to the viewer's clock. */
export const localMessage = (message: string): string =>
  message.replace(utcMoment, (text) => {
    const at = Date.parse(text)
    return Number.isNaN(at) ? text : moment.format(at)
  })

/** A message for the canvas with times on the viewer's clock and fields named as in the picker. */
export const readableMessage = (message: string, nameField?: NameField): string =>
  readMessage(localMessage(message), nameField)
