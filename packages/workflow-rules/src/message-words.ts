import { type Reference, readReference } from './reference.ts'
import { describeProblem, isLabelled, spacedWords, toWords } from './setting-words.ts'

/** Names the field at a path: `customer.firstName` becomes "Customer › First name". */
export const pathWords = (path: readonly (string | number)[]): string =>
  path.map((step) => (typeof step === 'number' ? `${step + 1}` : spacedWords(step))).join(' › ')

/** Names the field of an expression. */
export type NameField = (reference: Pick<Reference, 'node' | 'path' | 'root'>) => string

export const nameByPath: NameField = ({ path }) => pathWords(path)

const missingField = /^(item \d+ of \d+: )?Missing field "([^"$]{1,300})"/

// The name of a setting, or the path of a field in the item.
function missingWords(name: string, nameField: NameField): string | undefined {
  const found = readReference(`$json.${name}`, 0)
  if (found?.end !== name.length + '$json.'.length) return undefined
  return isLabelled(name) ? toWords(name) : nameField(found)
}

/** Replaces the code of fields in a message with their names. */
function messageWords(message: string, nameField: NameField): string {
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

const settingLimit =
  /^(item \d+ of \d+: )?([a-z]\w{0,60}(?:\.\w{1,60}){0,9})( is (?:empty|longer than \d+ characters))$/i
/** A setting that a run could not use: `Parameter "to": …`. */
const settingProblem = /^(item \d+ of \d+: )?Parameter "([^"]{1,300})": (.*)$/s

/**
 * Says a step's message in the words of the pages: settings and fields by their names. `nameField`
 * names the fields as the graph's steps declare them.
 */
export function readableMessage(message: string, nameField = nameByPath): string {
  const setting = settingProblem.exec(message)
  const limit = settingLimit.exec(message)
  if (limit !== null) return `${limit[1] ?? ''}${toWords(limit[2] ?? '')}${limit[3]}`
  if (setting === null) return messageWords(message, nameField)
  const [, before = '', path = '', reason = ''] = setting
  return `${before}${toWords(path)}: ${describeProblem(reason)}`
}

// A run's error begins with the name of the failed step.
const afterStep = /(?<=: )(?:item \d+ of \d+: )?(?:Parameter|Missing field) "/

/** Says why a run failed in the words of the pages. For pages and mails without the run's graph. */
export function readableRunError(error: string): string {
  const at = error.search(afterStep)
  return at === -1 ? readableMessage(error) : error.slice(0, at) + readableMessage(error.slice(at))
}
