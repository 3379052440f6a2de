import { asText, isRecord } from '@atrium/workflow-rules'

/** Describes an action: `create_card` becomes "Create card". */
export function actionWords(action: string): string {
  const words = action.replace(/[_.]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const mostLines = 12
const longest = 300

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0)

/** Lists an effect's fields. Leaves a field out if it is empty. */
export function detailLines(detail: unknown): readonly (readonly [name: string, value: string])[] {
  const entries = isRecord(detail) ? Object.entries(detail) : [['value', detail] as const]
  return entries
    .filter(([, value]) => value !== undefined && !isEmpty(value))
    .slice(0, mostLines)
    .map(([name, value]) => [name, asText(value).slice(0, longest).toWellFormed()])
}
