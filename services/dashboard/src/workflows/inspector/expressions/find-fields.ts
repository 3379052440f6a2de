import { hasWords } from '../../has-words.ts'
import type { UpstreamField } from './upstream-fields.ts'

const mostOptions = 60

export interface FieldGroup {
  readonly from: string
  readonly fields: readonly UpstreamField[]
}

const isForPeople = ({ type }: UpstreamField): boolean =>
  type !== 'id' && type !== 'object' && type !== 'file'

/**
 * Finds fields by typed words, grouped by the step that provides them. Readable fields come first,
 * or ids if the parameter takes one. With `onlyLabels`, their values, steps and code do not match.
 */
export function findFields(
  fields: readonly UpstreamField[],
  typed: string,
  { takesId, onlyLabels = false }: { readonly takesId: boolean; readonly onlyLabels?: boolean },
): readonly FieldGroup[] {
  const words = typed.trim()
  const found = fields.filter(
    ({ label, from, shown = '', expression }) =>
      words === '' ||
      hasWords(onlyLabels ? label : `${label} ${from} ${shown} ${expression}`, words),
  )
  const isFirst = (field: UpstreamField): boolean =>
    takesId ? field.type === 'id' : isForPeople(field)
  const groups = new Map<string, UpstreamField[]>()
  for (const field of found) groups.set(field.from, [...(groups.get(field.from) ?? []), field])
  let left = mostOptions
  return [...groups].flatMap(([from, members]) => {
    const shown = [...members.filter(isFirst), ...members.filter((each) => !isFirst(each))]
    const kept = shown.slice(0, Math.max(0, left))
    left -= kept.length
    return kept.length === 0 ? [] : [{ from, fields: kept }]
  })
}
