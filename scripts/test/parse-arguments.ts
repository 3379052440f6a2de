import { parseArgs } from 'node:util'
import type { VitestRun } from './run-vitest.ts'

/**
 * Parses `--filter <package>` (repeatable, with or without the scope), parts of test file names,
 * and `--affected` for the packages that differ from the main branch and their dependants. Throws
 * if an option is unknown or a filter names no project.
 */
export function parseTestArguments(
  args: readonly string[],
  projects: readonly string[],
): VitestRun & { readonly affected: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      filter: { type: 'string', multiple: true },
      affected: { type: 'boolean', default: false },
    },
  })
  const chosen = (values.filter ?? []).map((name) => {
    const found = projects.find((project) => project === name || project === `@atrium/${name}`)
    if (found === undefined)
      throw new Error(`no package "${name}", there is: ${projects.join(', ')}`)
    return found
  })
  return { projects: chosen, files: positionals, affected: values.affected }
}
