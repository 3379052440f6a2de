import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConventionalChangelog } from 'conventional-changelog'
import createPreset from 'conventional-changelog-conventionalcommits'

// Writes a release section in front of CHANGELOG.md from the commits since the last tag: `npm run
// changelog -- 0.2.0`.
const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'CHANGELOG.md')
const title = '# Changelog\n'

try {
  const [version = ''] = process.argv.slice(2)
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
    throw new Error('which version? npm run changelog -- 0.2.0')
  }
  const old = await readFile(page, 'utf8').catch(() => title)
  const [, last] = /^## (\S+) /m.exec(old) ?? []
  if (last === version) throw new Error(`CHANGELOG.md already has a section for ${version}`)
  const section = last === undefined ? startHistory(version) : await listChanges(version, last)
  await writeFile(page, `${title}\n${section.trim()}\n${old.slice(title.length)}`)
} catch (error) {
  console.error(`atrium: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}

/**
 * Returns the section for the first release. Nobody used the platform before it, so earlier commits
 * are not news.
 */
function startHistory(version: string): string {
  const date = new Date().toISOString().slice(0, 10)
  return `## ${version} (${date})\n\nThe first release. [The reference](docs/reference/README.md) describes what it does.\n`
}

/**
 * Lists features, fixes and breaking changes since the last release's tag. Throws if that tag is
 * missing.
 */
async function listChanges(version: string, last: string): Promise<string> {
  const tags = execFileSync('git', ['tag', '--list', `v${last}`], { cwd: root, encoding: 'utf8' })
  if (tags.trim() === '')
    throw new Error(`the tag v${last} is missing: git tag v${last} <its commit>`)
  const types = [
    { type: 'feat', section: 'Features' },
    { type: 'perf', section: 'Performance' },
    { type: 'fix', section: 'Fixes' },
  ]
  const generator = new ConventionalChangelog(root)
    .config(createPreset({ types }))
    .package({ name: 'atrium', version })
    .tags({ prefix: 'v' })
  let section = ''
  for await (const part of generator.write()) section += part
  return section
}
