import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { plannedVariables } from '@atrium/config'
import { expect, test } from 'vitest'
import { renderConfigurationPage } from './configuration-page.ts'
import { documentedVariables, platformVariables } from './platform-variables.ts'

const services = fileURLToPath(new URL('../../services/', import.meta.url))

async function sources(): Promise<string> {
  const folders = (await readdir(services)).map((service) => `${service}/src/`)
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(services + folder, { recursive: true })).map((file) => folder + file),
    ),
  )
  const ours = files.flat().filter((file) => /(?<!\.test)\.ts$/.test(file))
  return (await Promise.all(ours.map((file) => readFile(`${services}${file}`, 'utf8')))).join('\n')
}

const planned = Object.keys(plannedVariables)

test('marks a variable as planned only if no service reads it', async () => {
  const text = await sources()
  expect(text).toContain('EMAIL_API_KEY')
  expect(planned.filter((name) => new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
})

test('lists each planned variable in the planned section, and no integration needs one', () => {
  const page = renderConfigurationPage(documentedVariables)
  const section = page.slice(page.indexOf('## Planned'), page.indexOf('## Dormant integrations'))
  expect([...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(planned)
  const needed = platformVariables.integrations.flatMap(({ needs }) => needs)
  expect(needed.filter((name) => name in plannedVariables)).toEqual([])
})
