import { execFileSync } from 'node:child_process'
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { stripDescriptions } from '@atrium/dashboard/strip-descriptions'
import { build, type Plugin } from 'esbuild'

/** Keeps the contracts' descriptions and examples out of the file, because only documents need them. */
const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]packages[\\/]contracts[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: stripDescriptions(path, await readFile(path, 'utf8')),
      loader: 'ts',
    }))
  },
}

/**
 * Builds `dist/index.js` with declarations. Both need zod. Returns the path. Throws if a type does
 * not check.
 */
export async function bundleSdk(root: string, outDir?: string): Promise<string> {
  const folder = join(root, 'packages/sdk')
  const target = outDir ?? join(folder, 'dist')
  const types = join(target, 'types')
  await rm(target, { recursive: true, force: true })
  const tsc = join(root, 'node_modules/.bin/tsc')
  execFileSync(tsc, ['-p', 'tsconfig.build.json', '--outDir', types], {
    cwd: folder,
    stdio: 'inherit',
  })
  // Declarations name the workspace package and sources. Outside the workspace these become files
  // in the same folder.
  for await (const name of glob('**/*.d.ts', { cwd: types })) {
    const file = join(types, name)
    const path = relative(dirname(file), join(types, 'contracts/src'))
    const contracts = path.startsWith('.') ? path : `./${path}`
    const text = (await readFile(file, 'utf8'))
      .replace(/(["'])@atrium\/contracts\1/g, `'${contracts}/index.js'`)
      .replace(/(["'])@atrium\/contracts\/operations\1/g, `'${contracts}/operations.js'`)
      .replace(/(["'])(\.{1,2}\/[^"'\n]+)\.ts\1/g, "'$2.js'")
    await writeFile(file, text)
  }
  await writeFile(join(target, 'index.d.ts'), "export * from './types/sdk/src/index.js'\n")
  const outfile = join(target, 'index.js')
  await build({
    entryPoints: [join(folder, 'src/index.ts')],
    outfile,
    bundle: true,
    platform: 'neutral',
    external: ['zod'],
    plugins: [withoutDescriptions],
    mainFields: ['module', 'main'],
    target: 'es2022',
    // Otherwise the module would name the repository's files.
    minifyWhitespace: true,
    lineLimit: 160,
    logLevel: 'warning',
  })
  return outfile
}
