import type { NodeDescriptor, WorkflowNode } from '@atrium/contracts'
import { asText, isRecord, parseTemplate, pathWords, type Reference } from '@atrium/workflow-rules'
import { textWords } from '../../graph/field-words.ts'
import type { NodeFieldWords } from '../../graph/name-fields.ts'
import { optionLabel } from '../../inspector/expressions/format-sample.ts'
import { comparesWith, operators, operatorWords } from '../../inspector/fields.ts'

const mostCharacters = 120
const byPath: NodeFieldWords = {
  nameField: ({ path }) => pathWords(path),
  findField: () => undefined,
}

/** Reads the field of a condition: a path in an item, or one expression. */
function readCompared(left: string): Pick<Reference, 'node' | 'path' | 'root'> | undefined {
  if (!left.includes('{{')) return { node: null, path: left.trim().split('.') }
  return parseTemplate(left).whole ?? undefined
}

/** Describes a condition: "Title does not contain draft". Empty if the field is not chosen yet. */
function conditionLine(
  { left, operator, right }: Record<string, unknown>,
  { nameField, findField }: NodeFieldWords,
): string {
  const chosen = operators.find((each) => each === operator)
  if (chosen === undefined || typeof left !== 'string' || left.trim() === '') return ''
  const compared = readCompared(left)
  const options = compared && findField(compared)?.options
  const field = compared === undefined ? textWords(left, nameField) : nameField(compared)
  const value = comparesWith(chosen)
    ? ` ${optionLabel(right, options) ?? textWords(asText(right), nameField)}`
    : ''
  return `${field} ${operatorWords[chosen]}${value}`.slice(0, mostCharacters)
}

/**
 * Returns the line below a node's name: its kind, or the first text of its settings if the node is
 * named after its kind.
 */
export function nodeLine(
  { name, params }: WorkflowNode,
  descriptor: Pick<NodeDescriptor, 'label' | 'inputs'> | undefined,
  words: NodeFieldWords = byPath,
): string {
  const label = descriptor?.label ?? 'Not available here'
  const properties = descriptor?.inputs['properties']
  if (name !== label || !isRecord(properties)) return label
  const [condition, ...further] = Array.isArray(params['conditions']) ? params['conditions'] : []
  const compared = isRecord(condition) ? conditionLine(condition, words) : ''
  if (compared !== '') return further.length === 0 ? compared : `${compared} …`
  for (const [key, schema] of Object.entries(properties)) {
    const value = params[key]
    // The id of a channel or a skill means nothing to a user, and neither does a choice without its
    // field.
    const isBare =
      isRecord(schema) && (typeof schema['format'] === 'string' || Array.isArray(schema['enum']))
    if (isBare || key === 'destination' || typeof value !== 'string' || value.trim() === '')
      continue
    return textWords(value.trim(), words.nameField).slice(0, mostCharacters)
  }
  return label
}
