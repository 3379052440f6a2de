import { nameByPath, parseTemplate, spacedWords } from '@atrium/workflow-rules'

/** Replaces a text's expressions with their field names, in brackets. */
export const textWords = (text: string, nameField = nameByPath): string =>
  parseTemplate(text)
    .parts.map((part) => (typeof part === 'string' ? part : `[${nameField(part)}]`))
    .join('')

const outputNames: Readonly<Record<string, string>> = { main: 'Next', true: 'Yes', false: 'No' }

/** Names a step's output. An output named by a user keeps its name. */
export const outputWords = (output: string, fixed: readonly string[] = []): string =>
  fixed.includes(output) ? (outputNames[output] ?? spacedWords(output)) : output
