import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { services } from '../services.ts'

// A newcomer's Node may be too old to run TypeScript, and may have no pnpm. The npm scripts bring
// both.
const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = globSync(['*.md', '{docs,infra,packages,services}/**/*.md'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
})
const text = new Map(pages.map((page) => [page, readFileSync(join(root, page), 'utf8')]))
const found = (pattern: RegExp): string[][] =>
  [...text].flatMap(([page, words]) =>
    [...words.matchAll(pattern)].map((match) => [page, ...match.slice(1)]),
  )

test('never tells a reader to use pnpm or to run TypeScript with Node', () => {
  expect(pages.length).toBeGreaterThan(20)
  expect(found(/(\bnode (?:[\w-]+\/)*[\w-]+\.ts|\bpnpm (?!store)\S+ [^`\n]*)/g)).toEqual([])
})

test('names only npm scripts that exist and use the bootstrap', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = [...found(/\bnpm run (?:-\w+ )?([\w-]+)/g), ...found(/\bnpm (start|test)\b/g)]
  expect(named.length).toBeGreaterThan(20)
  for (const [page, name = ''] of named) {
    expect([page, name, scripts[name]]).toEqual([
      page,
      name,
      `exec node scripts/bootstrap.mjs ${name}`,
    ])
    expect([page, name, existsSync(join(root, 'scripts', `${name}.ts`))]).toEqual([
      page,
      name,
      true,
    ])
  }
})

test('names only programs, services and packages that exist', () => {
  const programs = found(/npm run program -- ([\w./-]+\.ts)/g)
  expect(programs.length).toBeGreaterThan(4)
  expect(programs.filter(([, path = '']) => !existsSync(join(root, path)))).toEqual([])
  const names = services.map(({ name }): string => name)
  expect(
    found(/npm run service -- (\w+)/g).filter(([, name = '']) => !names.includes(name)),
  ).toEqual([])
  const filters = found(/npm test -- --filter ([a-z][\w-]*)/g)
  expect(
    filters.filter(
      ([, name = '']) => !['packages', 'services'].some((at) => existsSync(join(root, at, name))),
    ),
  ).toEqual([])
})
