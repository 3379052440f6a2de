import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { renderConfigurationPage } from './configuration-page.ts'
import { documentedVariables, platformVariables, serviceVariables } from './platform-variables.ts'
import { variableEntries } from './test/load-platform.ts'
import { visibleVariables } from './visible-variables.ts'

const page = renderConfigurationPage(documentedVariables)

test('docs/configuration.md is what the tables say; `npm run program -- scripts/configuration/write-page.ts` writes it', async () => {
  const committed = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
  expect(committed).toBe(page)
})

test("the workflow runner's table of what graphs may see is that of the platform; the same program writes it", async () => {
  const file = new URL('../../services/workflow-runner/src/visible-variables.json', import.meta.url)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(visibleVariables)
})

test('services that read the same variable declare it alike', () => {
  for (const { table } of serviceVariables) {
    // Gateway and identity cannot do without the session secret.
    for (const [name, { required: _, ...row }] of Object.entries(table)) {
      expect(platformVariables.table[name]).toMatchObject(row)
    }
  }
})

test('a derived default refers to variables of the same table', () => {
  for (const { owner, table } of serviceVariables) {
    for (const { derived = '', alias } of Object.values(table)) {
      const names = [...derived.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? '')
      for (const name of [...names, ...(alias === undefined ? [] : [alias])]) {
        expect([owner, Object.keys(table)]).toEqual([owner, expect.arrayContaining([name])])
      }
    }
  }
})

test('the page has a row for every variable', () => {
  for (const [name, variable] of variableEntries) {
    expect(page).toContain(`| \`${name}\` | ${variable.kind} |`)
  }
})
