import { isRecord, readJsonTemplate, writeJsonTemplate } from '@atrium/workflow-rules'

/** True if a value can be edited as named fields: an object without lists or objects inside. */
export const hasFields = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  Object.values(value).every((member) => typeof member !== 'object' || member === null)

/**
 * Returns a body's text for the JSON editor. A string stays unchanged, and any other value becomes
 * JSON.
 */
export const toJsonText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : writeJsonTemplate(value)

/**
 * Reads the fields of a JSON text. Returns undefined unless all values are strings, numbers,
 * booleans or null.
 */
export function fieldsOfText(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const value = readJsonTemplate(text)
    return hasFields(value) ? value : undefined
  } catch {
    return undefined
  }
}
