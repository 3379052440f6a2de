import type { FilterRule } from './filter-rule.ts'
import { filterRules } from './filter-rules.ts'
import { type ArgumentRule, isFilterName, signatures } from './signatures.ts'

/** A filter in a list for users to choose from. */
export interface FilterEntry extends Pick<FilterRule, 'label' | 'takes' | 'example'> {
  name: string
  arguments: readonly ArgumentRule[]
}

/** All filters with label, arguments and example, in the reference's order. */
export const filterList: readonly FilterEntry[] = Object.keys(signatures)
  .filter(isFilterName)
  .map((name) => {
    const { label, takes, example } = filterRules[name]
    return { name, label, takes, arguments: signatures[name], example }
  })
