import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { renderConfigurationPage } from './configuration-page.ts'
import { variableEntries } from './variables.ts'

const page = renderConfigurationPage()

test('docs/configuration.md is what the table says; `npm run program -- packages/config/src/write-configuration-page.ts` writes it', async () => {
  const committed = await readFile(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  expect(committed).toBe(page)
})

test('the page has a row for every variable', () => {
  for (const [name, variable] of variableEntries) {
    expect(page).toContain(`| \`${name}\` | ${variable.kind} |`)
  }
})
