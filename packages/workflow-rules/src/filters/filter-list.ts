import type { FilterRule } from './filter-rule.ts'
import { filterRules } from './filter-rules.ts'
import { type ArgumentRule, isFilterName, signatures } from './signatures.ts'

/** A filter for a list in which people choose one. */
export interface FilterEntry extends Pick<FilterRule, 'label' | 'takes' | 'example'> {
  name: string
  arguments: readonly ArgumentRule[]
}

/** All filters with label, arguments and example, in the order of the reference. */
export const filterList: readonly FilterEntry[] = Object.keys(signatures)
  .filter(isFilterName)
  .map((name) => {
    const { label, takes, example } = filterRules[name]
    return { name, label, takes, arguments: signatures[name], example }
  })
