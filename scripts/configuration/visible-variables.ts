import { platformVariables } from './platform-variables.ts'

/**
 * The variables that a workflow may read with `${env:NAME}`: all except secrets. Their descriptions
 * are left out.
 */
export const visibleVariables = Object.fromEntries(
  Object.entries(platformVariables.table)
    .filter(([, { kind }]) => kind !== 'secret')
    .map(([name, { about: _, whenUnset: __, ...row }]) => [name, row]),
)
