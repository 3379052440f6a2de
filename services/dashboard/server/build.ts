import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, cp, glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const home = join(import.meta.dirname, '..')
const root = join(home, '..', '..')
const sources = [
  'services/dashboard/{src,public}/**/*',
  'services/dashboard/{index.html,vite.config.ts,package.json}',
  'services/dashboard/server/{preview-frame,strip-descriptions}.ts',
  'packages/{sdk,contracts,site-page,workflow-rules}/src/**/*.ts',
  'pnpm-lock.yaml',
]
/**
 * Holds the digest of a build's sources. The name begins with a dot because dotfiles are never
 * served.
 */
const stamp = '.sources'

const ownPages = join(home, 'dist', 'pages')

/**
 * Builds the pages into a folder, or copies this checkout's pages if they have the same sources.
 * Throws Vite's output.
 */
export async function buildPages(target: string): Promise<void> {
  if (target !== ownPages && (await readDigest(ownPages)) === (await digest())) {
    await rm(target, { recursive: true, force: true })
    return cp(ownPages, target, { recursive: true })
  }
  await mkdir(join(home, 'dist'), { recursive: true })
  const next = await mkdtemp(join(home, 'dist', 'next-'))
  try {
    // Taken before the build. If sources change meanwhile, they are built again.
    const digestNow = await digest()
    // Builds in a separate process, because the libraries choose their production code by NODE_ENV,
    // and this process has its own value.
    await run(process.execPath, [join(home, 'server', 'vite-build.ts'), next], {
      cwd: home,
      env: { NODE_ENV: 'production' },
    })
    await writeFile(join(next, stamp), digestNow)
    // Only the builder can read a temporary folder, but a container serves it as another user.
    await chmod(next, 0o755)
    // Another process may have built the same pages and may already serve them.
    if ((await readDigest(target)) === digestNow) return
    await rm(target, { recursive: true, force: true })
    await rename(next, target)
  } finally {
    await rm(next, { recursive: true, force: true })
  }
}

/**
 * Builds this checkout's pages unless the last build had the same sources. Returns true if it
 * built.
 */
export async function buildChangedPages(): Promise<boolean> {
  if ((await readDigest(ownPages)) === (await digest())) return false
  await buildPages(ownPages)
  return true
}

const readDigest = (target: string): Promise<string | undefined> =>
  readFile(join(target, stamp), 'utf8').catch(() => undefined)

async function digest(): Promise<string> {
  const files: string[] = []
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      files.push(join(entry.parentPath, entry.name))
  }
  const hash = createHash('sha256')
  for (const file of files.sort())
    hash.update(`${file.slice(root.length)}\0`).update(await readFile(file))
  return hash.digest('hex')
}
