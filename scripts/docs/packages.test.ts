import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packages = readdirSync(join(root, 'packages')).filter((name) =>
  existsSync(join(root, 'packages', name, 'package.json')),
)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('says for every package how to test it', () => {
  expect(packages.length).toBeGreaterThan(20)
  const silent = packages.filter((name) => {
    const path = join('packages', name, 'README.md')
    return !existsSync(join(root, path)) || !read(path).includes('\n## Test it\n')
  })
  expect(silent).toEqual([])
})

test('lists every package on the architecture page', () => {
  const [, table = ''] = /^## Packages$(.*?)^## /ms.exec(read('docs/architecture.md')) ?? []
  const listed = [...table.matchAll(/^\| \[`([\w-]+)`\]/gm)].map(([, name]) => name)
  expect(listed).toEqual(packages.toSorted())
})

test('links every page only to files that exist', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', '{packages,services}/*/*.md'], { cwd: root })
  const broken = pages.flatMap((page) =>
    [
      ...read(page)
        .replace(/`[^`\n]*`/g, '')
        .matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g),
    ].flatMap(([, link = '']) =>
      existsSync(join(root, dirname(page), link)) ? [] : [`${page}: ${link}`],
    ),
  )
  expect(broken).toEqual([])
})
