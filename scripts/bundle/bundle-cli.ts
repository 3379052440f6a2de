import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { nodeBundle } from './node-bundle.ts'

/**
 * Bundles the command line as `atrium.mjs`, for Node 20 or newer, and returns its path. Each
 * command loads on its own.
 */
export async function bundleCli(root: string, outDir?: string): Promise<string> {
  const target = outDir ?? join(root, 'packages/cli/dist')
  await rm(target, { recursive: true, force: true })
  await build({
    ...nodeBundle,
    absWorkingDir: root,
    entryPoints: [{ in: 'packages/cli/src/main.ts', out: 'atrium' }],
    outdir: target,
    chunkNames: 'parts/[name]-[hash]',
    splitting: true,
    target: 'node20',
    minifyWhitespace: true,
    lineLimit: 160,
  })
  const path = join(target, 'atrium.mjs')
  await chmod(path, 0o755)
  return path
}
