import { isRecord, readJsonTemplate, writeJsonTemplate } from '@atrium/workflow-rules'

/** True if a value can be edited as named fields: an object without lists or objects inside. */
export const hasFields = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  Object.values(value).every((member) => typeof member !== 'object' || member === null)

/** The text of a body for the editor of JSON: a text as it is, anything else as JSON. */
export const toJsonText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : writeJsonTemplate(value)

/** The fields of a JSON text; undefined if it has others than named texts, numbers, truth values and null. */
export function fieldsOfText(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const value = readJsonTemplate(text)
    return hasFields(value) ? value : undefined
  } catch {
    return undefined
  }
}
