import { existsSync } from 'node:fs'
import { glob, mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { copyFilesBeside } from './files-beside.ts'
import { copyNativePackages, findWorkspacePackages, nativePackages } from './native-packages.ts'
import { nodeBundle } from './node-bundle.ts'

/** A deployable's possible programs. It has exactly one. */
export const mains: readonly string[] = ['src/main.ts', 'server/main.ts']

/**
 * Bundles one service for a container with nothing else: `main.mjs`, its worker threads and child
 * processes, and its static files. Returns the path of `main.mjs`. Throws if an import cannot be
 * resolved.
 */
export async function bundleService(
  root: string,
  folder: string,
  outDir?: string,
): Promise<string> {
  const target = outDir ?? join(root, folder, 'dist')
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  const main = mains.find((path) => existsSync(join(root, folder, path))) ?? 'src/main.ts'
  const src = join(folder, 'src')
  const threads = await Array.fromAsync(glob(join(src, '**/*-thread.ts'), { cwd: root }))
  const programs = await Promise.all(
    [...(await findWorkspacePackages(join(root, folder)))].map((path) =>
      Array.fromAsync(glob(join(path, 'src/**/*-process.ts'))),
    ),
  )
  await build({
    ...nodeBundle,
    absWorkingDir: root,
    entryPoints: [join(folder, main), ...threads, ...programs.flat()].map((path) => ({
      in: path,
      out: basename(path, '.ts'),
    })),
    outdir: target,
    target: 'node24',
    sourcemap: 'linked',
    sourcesContent: false,
    // Function and class names appear in logs and metrics.
    keepNames: true,
    minifySyntax: true,
    // These packages bring machine code.
    external: [...nodeBundle.external, ...nativePackages],
  })
  await copyFilesBeside(root, folder, target)
  await copyNativePackages(join(root, folder), target)
  // Only the dashboard depends on Vite and its plugins. Other images are built without them.
  if (main === 'server/main.ts') {
    const { buildPages } = (await import(
      pathToFileURL(join(root, folder, 'server/build.ts')).href
    )) as {
      buildPages: (target: string) => Promise<void>
    }
    await buildPages(join(target, 'pages'))
  }
  return join(target, 'main.mjs')
}
