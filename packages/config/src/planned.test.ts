import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bootWarnings } from './boot-warnings.ts'
import { renderConfigurationPage } from './configuration-page.ts'
import { integrations } from './integrations.ts'
import { plannedIntegrations, plannedVariables } from './planned.ts'

const services = fileURLToPath(new URL('../../../services/', import.meta.url))

async function sources(): Promise<string> {
  const files = await readdir(services, { recursive: true })
  const ours = files.filter((file) => /^[^/]+\/src\/.*(?<!\.test)\.ts$/.test(file))
  return (await Promise.all(ours.map((file) => readFile(`${services}${file}`, 'utf8')))).join('\n')
}

test('what is marked as planned is read by no service: the mark goes when the feature comes', async () => {
  const text = await sources()
  expect(text).toContain('EMAIL_API_KEY')
  expect([...plannedVariables].filter((name) => new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
})

test('the page marks each, lists none as an integration, and the boot says nothing of them', () => {
  const page = renderConfigurationPage()
  for (const name of plannedVariables) expect(page).toMatch(new RegExp(`\\| \`${name}\` \\|.*\\*Planned:\\*`))
  expect(page.match(/\*Planned:\*/g)).toHaveLength(plannedVariables.size)
  const lines = bootWarnings({}).join('\n')
  const planned = integrations.filter(({ id }) => plannedIntegrations.has(id))
  expect(planned).toHaveLength(plannedIntegrations.size)
  for (const { feature } of planned) {
    expect(lines).not.toContain(`${feature} unavailable`)
    expect(page).not.toContain(`| ${feature} |`)
  }
})
