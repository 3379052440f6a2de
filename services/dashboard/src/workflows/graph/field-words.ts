import { parseTemplate, type Reference } from '@atrium/workflow-rules'
import { spacedWords } from './problems.ts'

/** Names the field at a path: `customer.firstName` becomes "Customer › First name". */
export const pathWords = (path: readonly (string | number)[]): string =>
  path.map((step) => (typeof step === 'number' ? `${step + 1}` : spacedWords(step))).join(' › ')

/** Names the field of an expression. */
export type NameField = (reference: Pick<Reference, 'node' | 'path' | 'root'>) => string

const nameByPath: NameField = ({ path }) => pathWords(path)

/** Replaces a text's expressions with their field names, in brackets. */
export const textWords = (text: string, nameField = nameByPath): string =>
  parseTemplate(text)
    .parts.map((part) => (typeof part === 'string' ? part : `[${nameField(part)}]`))
    .join('')

// A dot followed by a space ends the sentence, so it is no part of the path.
const reference = /"?\$(?:json|node\['[^'\n]{1,200}'\]\.json)((?:\.[\p{L}\p{N}_$-]{1,100})+)"?/gu

/** Replaces the code of fields in a message with their names. */
export const messageWords = (message: string): string =>
  message.replace(reference, (_, path: string) => `“${pathWords(path.slice(1).split('.'))}”`)

const outputNames: Readonly<Record<string, string>> = { main: 'Next', true: 'Yes', false: 'No' }

/** Names a step's output. An output named by a user keeps its name. */
export const outputWords = (output: string, fixed: readonly string[] = []): string =>
  fixed.includes(output) ? (outputNames[output] ?? spacedWords(output)) : output
