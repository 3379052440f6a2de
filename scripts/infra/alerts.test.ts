import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readYaml } from './yaml-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = 'infra/observability'

interface Rule {
  record?: string
  alert?: string
  expr: string
  labels?: { severity: string }
  annotations?: { summary: string; runbook: string }
}
const [file] = readYaml(`${folder}/alerts.yaml`) as [{ groups: { rules: Rule[] }[] }]
const rules = file.groups.flatMap((group) => group.rules)
const alerts = rules.filter(({ alert }) => alert !== undefined)
const recorded = rules.flatMap(({ record }) => record ?? [])

interface Board {
  uid: string
  panels: { title: string; targets: { expr: string }[] }[]
}
const boardFiles = readdirSync(join(root, folder, 'boards'))
const boards = boardFiles.map(
  (name) => JSON.parse(readFileSync(join(root, folder, 'boards', name), 'utf8')) as Board,
)
const queries = boards.flatMap(({ panels }) =>
  panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
)

// scripts/platform/metrics.test.ts compares this page with the running services.
const page = readFileSync(join(root, 'docs/reference/metrics.md'), 'utf8')
const described = new Map(
  page.split('\n').flatMap((line): [string, string][] => {
    const name = /^\| `(atrium_\w+)`/.exec(line)?.[1]
    return name === undefined ? [] : [[name, line]]
  }),
)
const isProcessMetric = (name: string): boolean => /^(?:process|nodejs)_[a-z]/.test(name)

/** Returns the names of the metrics in a query, without the parts of a histogram. */
function findMetrics(query: string): string[] {
  const bare = query.replaceAll(/\{[^}]*\}/g, '')
  return [...bare.matchAll(/\b(?:atrium|process|nodejs)[_:][\w:]+|\bup\b/g)]
    .map(([name]) => name)
    .map((name) =>
      described.get(name.replace(/_(?:bucket|count|sum)$/, ''))?.includes('| histogram |')
        ? name.replace(/_(?:bucket|count|sum)$/, '')
        : name,
    )
}

test.each([...rules.map(({ expr }) => expr), ...queries])(
  'uses only metrics that exist in %s',
  (query) => {
    const names = findMetrics(query)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const exists =
        described.has(name) || recorded.includes(name) || isProcessMetric(name) || name === 'up'
      expect([name, exists]).toEqual([name, true])
    }
  },
)

test('has a runbook for each alert, and an alert for each runbook', () => {
  const named = alerts.map(({ annotations }) => annotations?.runbook ?? '')
  for (const runbook of named) expect(existsSync(join(root, runbook))).toBe(true)
  const pages = readdirSync(join(root, 'docs/runbooks')).filter((name) => name !== 'README.md')
  expect([...new Set(named)].sort()).toEqual(pages.map((name) => `docs/runbooks/${name}`).sort())
  for (const { alert, annotations } of alerts)
    expect(readFileSync(join(root, annotations?.runbook ?? ''), 'utf8')).toContain(`\`${alert}\``)
})

test('gives each alert a severity that the operations page explains', () => {
  for (const { labels } of alerts) expect(['page', 'ticket']).toContain(labels?.severity)
})

test('names each board uniquely and each panel uniquely in its board', () => {
  expect(new Set(boards.map(({ uid }) => uid)).size).toBe(boards.length)
  for (const { panels } of boards)
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
})

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

test.skipIf(!hasPromtool)(
  'raises the alerts as the test files of promtool say (skipped without promtool)',
  () => {
    for (const args of [
      ['check', 'rules', 'alerts.yaml'],
      ['test', 'rules', 'objectives.test.yaml', 'states.test.yaml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, {
        cwd: join(root, folder),
        encoding: 'utf8',
      })
      expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')])
    }
  },
  120_000,
)
