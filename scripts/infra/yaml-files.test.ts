import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readYaml, yamlFiles } from './yaml-files.ts'

test.each(yamlFiles())('parses %s as valid YAML', (file) => {
  expect(readYaml(file).length).toBeGreaterThan(0)
})

test('pins images and actions and fetches nothing outside the lockfile', () => {
  const text = yamlFiles()
    .map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
    .join('\n')
  const images = [...text.matchAll(/^\s*(?:image|container): (\S+)$/gm)].map(
    (match) => match[1] ?? '',
  )
  const foreign = images.filter((image) => !/^(atrium|\$\{ATRIUM_IMAGES:-atrium\})\//.test(image))
  expect(foreign.length).toBeGreaterThan(3)
  // PostgreSQL and SeaweedFS versions have two parts, and Mailpit writes a `v`.
  expect(foreign.filter((image) => !/:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?$/.test(image))).toEqual([])
  const actions = [...text.matchAll(/uses: (\S+)/g)].map((match) => match[1] ?? '')
  expect(actions.length).toBeGreaterThan(5)
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([])
  const recipe = readFileSync(new URL('../../infra/Dockerfile', import.meta.url), 'utf8')
  expect(recipe).not.toMatch(/\b(dlx|npx)\b/)
})
