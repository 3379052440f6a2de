import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

/** Bundles the command line as `atrium.mjs`, for Node 20 or newer, and returns its path; each command loads alone. */
export async function bundleCli(root: string, outDir?: string): Promise<string> {
  const target = outDir ?? join(root, 'packages/cli/dist')
  await rm(target, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    entryPoints: [{ in: 'packages/cli/src/main.ts', out: 'atrium' }],
    outdir: target,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    minifyWhitespace: true,
    lineLimit: 160,
    logLevel: 'warning',
    // Optional companions of the PostgreSQL client, which it looks for and does without.
    external: ['pg-native', 'pg-cloudflare'],
    // CommonJS dependencies ask for Node's own modules through require, which a module does not have.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
  })
  const path = join(target, 'atrium.mjs')
  await chmod(path, 0o755)
  return path
}
