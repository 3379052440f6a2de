import { existsSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { deployables } from '../services.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const recipe = readFileSync(join(root, 'infra/Dockerfile'), 'utf8')

/** The image stage for bundling the pruned sources. */
const bundled = /^FROM \S+ AS bundled$(.*?)^FROM /ms.exec(recipe)?.[1] ?? ''
const copied = [...bundled.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
  names.split(' '),
)

describe.each(deployables)('the image of $name', ({ folder }) => {
  test('contains the files that its TypeScript configuration extends when it is bundled', () => {
    const file = join(root, folder, 'tsconfig.json')
    // Without a configuration, Node and esbuild read the sources directly.
    if (!existsSync(file)) return
    const { extends: parent } = JSON.parse(readFileSync(file, 'utf8')) as { extends?: string }
    if (parent !== undefined) expect(copied).toContain(relative(root, join(root, folder, parent)))
  })

  test('takes its name from its folder below services', () => {
    expect(folder).toBe(`services/${basename(folder)}`)
    expect(bundled).toContain(`node scripts/bundle.ts "services/\${SERVICE}" packages/cli`)
  })
})

test('copies only files that exist into the bundle stage', () => {
  expect(copied.filter((name) => !existsSync(join(root, name)))).toEqual([])
})
