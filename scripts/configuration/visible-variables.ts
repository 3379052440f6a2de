import { platformVariables } from './platform-variables.ts'

/**
 * The rows that a graph's `${env:NAME}` may show, for the workflow runner: everything except
 * secrets, without prose.
 */
export const visibleVariables = Object.fromEntries(
  Object.entries(platformVariables.table)
    .filter(([, { kind }]) => kind !== 'secret')
    .map(([name, { about: _, whenUnset: __, ...row }]) => [name, row]),
)
