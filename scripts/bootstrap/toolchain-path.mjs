import { delimiter, dirname, join } from 'node:path'

/** Returns a PATH with the pinned programs first, then the dependencies' programs, then everything else. */
export function toolchainPath(root, toolchain) {
  const first = [
    dirname(toolchain.node),
    dirname(toolchain.pnpm),
    join(root, 'node_modules', '.bin'),
  ]
  return [...new Set([...first, ...(process.env.PATH ?? '').split(delimiter)])].join(delimiter)
}
