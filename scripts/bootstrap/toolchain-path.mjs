import { delimiter, dirname, join } from 'node:path'

/** A PATH on which the pinned programs, then those of the dependencies, come before everything else. */
export function toolchainPath(root, toolchain) {
  const first = [
    dirname(toolchain.node),
    dirname(toolchain.pnpm),
    join(root, 'node_modules', '.bin'),
  ]
  return [...new Set([...first, ...(process.env.PATH ?? '').split(delimiter)])].join(delimiter)
}
