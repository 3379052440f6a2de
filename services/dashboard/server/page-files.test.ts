import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildChangedPages } from './build.ts'
import { findPage, linkFiles, type PageFiles, readPageFiles } from './page-files.ts'

const folder = join(import.meta.dirname, '..', 'dist', 'pages')

let files: ReadonlyMap<string, PageFiles>
beforeAll(async () => {
  await buildChangedPages()
  files = readPageFiles(folder)
}, 180_000)

test('knows an address for every page of the build', async () => {
  const text = await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')
  const manifest = JSON.parse(text) as Record<string, { file: string; isDynamicEntry?: boolean }>
  const named = new Set([...files.values()].flatMap(({ scripts }) => scripts))
  const missing = Object.entries(manifest)
    .filter(([name, { isDynamicEntry }]) => name.startsWith('src/routes/') && isDynamicEntry)
    .filter(([, { file }]) => !named.has(`/${file}`))
  expect(missing.map(([name]) => name)).toEqual([])
})

test('loads every page with at most 12 scripts', () => {
  const counts = [...files].map(([address, { scripts }]) => [address, scripts.length] as const)
  expect(counts.filter(([, count]) => count > 12)).toEqual([])
})

test.each([
  ['/', '/'],
  ['/workflows', '/workflows'],
  ['/workflows/', '/workflows'],
  ['/workflows/wf_1', '/workflows/*'],
  ['/workflows/templates', '/workflows/templates'],
  ['/invoices/inv_1', '/invoices'],
  ['/checkout/abc/def', '/checkout'],
  ['/nowhere', undefined],
  ['/__proto__', undefined],
])('finds the files of %s', (path, address) => {
  expect(findPage(files, path)).toBe(address === undefined ? undefined : files.get(address))
})

test('links each file once, after the files that the document already names', () => {
  const html = '<head><script type="module" src="/a.js"></script></head><body></body>'
  expect(linkFiles(html, { scripts: ['/a.js', '/b.js'], styles: ['/c.css'] })).toBe(
    '<head><script type="module" src="/a.js"></script><link rel="modulepreload" crossorigin href="/b.js"><link rel="stylesheet" crossorigin href="/c.css"></head><body></body>',
  )
})
