import { parseTemplate, type Reference, readReference } from '@atrium/workflow-rules'
import { isLabelled, spacedWords, toWords } from './problems.ts'

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

const missingField = /^(item \d+ of \d+: )?Missing field "([^"$]{1,300})"/

// The name of a setting, or the path of a field in the item.
function missingWords(name: string, nameField: NameField): string | undefined {
  const found = readReference(`$json.${name}`, 0)
  if (found?.end !== name.length + '$json.'.length) return undefined
  return isLabelled(name) ? toWords(name) : nameField(found)
}

/** Replaces the code of fields in a message with their names. */
export function messageWords(message: string, nameField = nameByPath): string {
  const missing = missingField.exec(message)
  const words = missing === null ? undefined : missingWords(missing[2] ?? '', nameField)
  if (missing !== null && words !== undefined)
    return `${missing[1] ?? ''}Missing field “${words}”${message.slice(missing[0].length)}`
  let text = ''
  let from = 0
  for (
    let at = message.indexOf('$');
    at !== -1;
    at = message.indexOf('$', Math.max(at + 1, from))
  ) {
    const found = readReference(message, at)
    // Braces show code that is wrong, so its code must be seen.
    if (found === undefined || found.path.length === 0 || message.slice(at - 2, at).startsWith('{'))
      continue
    const isQuoted = message[at - 1] === '"' && message[found.end] === '"'
    text += `${message.slice(from, isQuoted ? at - 1 : at)}“${nameField(found)}”`
    from = isQuoted ? found.end + 1 : found.end
  }
  return text + message.slice(from)
}

const outputNames: Readonly<Record<string, string>> = { main: 'Next', true: 'Yes', false: 'No' }

/** Names a step's output. An output named by a user keeps its name. */
export const outputWords = (output: string, fixed: readonly string[] = []): string =>
  fixed.includes(output) ? (outputNames[output] ?? spacedWords(output)) : output
