import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { renderConfigurationPage } from './configuration-page.ts'
import { documentedVariables, platformVariables, serviceVariables } from './platform-variables.ts'
import { variableEntries } from './test/load-platform.ts'
import { visibleVariables } from './visible-variables.ts'

const page = renderConfigurationPage(documentedVariables)

test('keeps docs/configuration.md equal to the tables; `npm run program -- scripts/configuration/write-page.ts` writes it', async () => {
  const committed = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
  expect(committed).toBe(page)
})

test("keeps the workflow runner's table of visible variables equal to the platform's; the same program writes it", async () => {
  const file = new URL('../../services/workflow-runner/src/visible-variables.json', import.meta.url)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(visibleVariables)
})

test('declares a variable identically in all services that read it', () => {
  for (const { table } of serviceVariables) {
    // `required` is ignored, because only gateway and identity require the session secret.
    for (const [name, { required: _, ...row }] of Object.entries(table)) {
      expect(platformVariables.table[name]).toMatchObject(row)
    }
  }
})

test('derives defaults only from variables in the same table', () => {
  for (const { owner, table } of serviceVariables) {
    for (const { derived = '', alias } of Object.values(table)) {
      const names = [...derived.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? '')
      for (const name of [...names, ...(alias === undefined ? [] : [alias])]) {
        expect([owner, Object.keys(table)]).toEqual([owner, expect.arrayContaining([name])])
      }
    }
  }
})

test('has a row for every variable', () => {
  for (const [name, variable] of variableEntries) {
    expect(page).toContain(`| \`${name}\` | ${variable.kind} |`)
  }
})
