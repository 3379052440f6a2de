import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { copyFilesBeside } from './files-beside.ts'

/**
 * Bundles one service with its workspace packages and dependencies into `main.mjs`, with a source map and the
 * files it serves, for a container that holds nothing else. Answers the file's path; throws when anything cannot be resolved.
 */
export async function bundleService(root: string, folder: string, outDir?: string): Promise<string> {
  const target = outDir ?? join(root, 'dist', basename(folder))
  const outfile = join(target, 'main.mjs')
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: [join(folder, 'src', 'main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    sourcemap: 'linked',
    sourcesContent: false,
    // Function and class names appear in logs and metrics.
    keepNames: true,
    minifySyntax: true,
    logLevel: 'warning',
    // Optional companions that are looked for and done without.
    external: ['pg-native', 'pg-cloudflare'],
    // CommonJS dependencies ask for Node's own modules through require, which a module does not have.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
  })
  await copyFilesBeside(root, folder, target)
  return outfile
}
