import type { NodeDescriptor, WorkflowNode } from '@atrium/contracts'
import { asText, isRecord, spacedWords, toWords } from '@atrium/workflow-rules'
import { textWords } from '../../graph/field-words.ts'
import { type Field, listFields } from '../../inspector/fields.ts'
import { changedParams } from '../../versions/compare-graphs.ts'

const longestValue = 500
const nothing = 'Nothing'

function holdsSecret({ edit }: Field): boolean {
  if (edit.kind === 'secret') return true
  return 'members' in edit && edit.members.some(holdsSecret)
}

function printValue(value: unknown): string {
  if (typeof value === 'string') return textWords(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(printValue).join('; ')
  if (!isRecord(value)) return value === undefined ? '' : asText(value)
  return Object.entries(value)
    .map(([name, inner]) => `${spacedWords(name)}: ${printValue(inner)}`)
    .join(', ')
}

/** Shows a value in words, without code and at most 500 characters. */
export const showValue = (value: unknown): string =>
  printValue(value).slice(0, longestValue).toWellFormed() || nothing

/** Lists the settings in words that differ from the other step. Secrets are never shown. */
export function describeParams(
  step: WorkflowNode,
  other: WorkflowNode,
  descriptor: NodeDescriptor | undefined,
): string[] {
  const fields = new Map(listFields(descriptor?.inputs ?? {}).map((field) => [field.key, field]))
  return changedParams(step, other).map((param) => {
    const field = fields.get(param)
    const isSecret = field !== undefined && holdsSecret(field)
    return `${field?.label ?? toWords(param)}: ${isSecret ? 'Changed' : showValue(step.params[param])}`
  })
}
