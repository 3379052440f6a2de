import type { WorkflowNode } from '@atrium/contracts'
import { asText } from '@atrium/workflow-rules'
import { toWords } from '../../graph/problems.ts'
import { changedParams } from '../../versions/compare-graphs.ts'
import type { DrawingClash } from './merge-drawings.ts'

const longestValue = 500
const deleted = 'Deleted'
const nothing = 'Nothing'

const shorten = (value: unknown): string => {
  const text = value === undefined ? '' : asText(value)
  return text === '' ? nothing : text.slice(0, longestValue).toWellFormed()
}

const isStep = (part: DrawingClash['mine']): part is WorkflowNode =>
  typeof part === 'object' && part !== null && 'params' in part

/** Lists the settings of a step that the other side has set differently. */
function describeStep(step: WorkflowNode, other: WorkflowNode | undefined): string {
  if (other === undefined) return 'Kept, with changes'
  const lines = changedParams(step, other).map(
    (param) => `${toWords(param)}: ${shorten(step.params[param])}`,
  )
  if (step.name !== other.name) lines.unshift(`Name: ${step.name}`)
  if (step.runOnFailure !== other.runOnFailure) {
    lines.push(step.runOnFailure === true ? 'Runs when an earlier step fails' : 'Runs as usual')
  }
  return lines.join('\n')
}

function describePart(part: DrawingClash['mine'], other: DrawingClash['mine']): string {
  if (part === undefined) return deleted
  if (part === null || typeof part === 'string') return shorten(part ?? '')
  if (isStep(part)) return describeStep(part, isStep(other) ? other : undefined)
  return shorten(part.text)
}

const labels: Readonly<Record<string, string>> = {
  name: 'Name of the workflow',
  description: 'Description',
  connections: 'Connections',
}

const findStepName = ({ mine, theirs }: DrawingClash): string | undefined =>
  [mine, theirs].find(isStep)?.name

/** Says in words what both sides have made of a part. */
export const describeClash = (clash: DrawingClash) => ({
  label: labels[clash.field] ?? findStepName(clash) ?? 'Note',
  mine: describePart(clash.mine, clash.theirs),
  theirs: describePart(clash.theirs, clash.mine),
})

/** Says who has saved the workflow in the meantime. */
export const describeSave = (by: string): string =>
  by === 'You'
    ? 'You saved this workflow in another window'
    : `${by} saved this workflow in the meantime`
