import type { WorkflowNode } from '@atrium/contracts'
import type { Palette } from '../../graph/graph.ts'
import { describeParams, showValue } from './describe-params.ts'
import type { DrawingClash } from './merge-drawings.ts'

const deleted = 'Deleted'

const isStep = (part: DrawingClash['mine']): part is WorkflowNode =>
  typeof part === 'object' && part !== null && 'params' in part

/** Lists the step settings that the other side has set differently. */
function describeStep(
  step: WorkflowNode,
  other: WorkflowNode | undefined,
  palette: Palette,
): string {
  if (other === undefined) return 'Kept, with changes'
  const lines = describeParams(step, other, palette.get(step.type))
  if (step.name !== other.name) lines.unshift(`Name: ${step.name}`)
  if (step.runOnFailure !== other.runOnFailure) {
    lines.push(step.runOnFailure === true ? 'Runs when an earlier step fails' : 'Runs as usual')
  }
  return lines.join('\n')
}

function describePart(
  part: DrawingClash['mine'],
  other: DrawingClash['mine'],
  palette: Palette,
): string {
  if (part === undefined) return deleted
  if (part === null || typeof part === 'string') return showValue(part ?? '')
  if (isStep(part)) return describeStep(part, isStep(other) ? other : undefined, palette)
  return showValue(part.text)
}

const labels: Readonly<Record<string, string>> = {
  name: 'Name of the workflow',
  description: 'Description',
  connections: 'Connections',
}

const findStepName = ({ mine, theirs }: DrawingClash): string | undefined =>
  [mine, theirs].find(isStep)?.name

/** Says in words what both sides have made of a part. */
export const describeClash = (clash: DrawingClash, palette: Palette) => ({
  label: labels[clash.field] ?? findStepName(clash) ?? 'Note',
  mine: describePart(clash.mine, clash.theirs, palette),
  theirs: describePart(clash.theirs, clash.mine, palette),
})

/** Says who has saved the workflow in the meantime. */
export const describeSave = (by: string): string =>
  by === 'You'
    ? 'You saved this workflow in another window'
    : `${by} saved this workflow in the meantime`
