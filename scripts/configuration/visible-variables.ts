import { platformVariables } from './platform-variables.ts'

/**
 * The variables for `${env:NAME}` in workflows: all except secrets. Their descriptions are left
 * out.
 */
export const visibleVariables = Object.fromEntries(
  Object.entries(platformVariables.table)
    .filter(([, { kind }]) => kind !== 'secret')
    .map(([name, { about: _, whenUnset: __, ...row }]) => [name, row]),
)
