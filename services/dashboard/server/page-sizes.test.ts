import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildChangedPages } from './build.ts'

type Manifest = Record<string, { readonly file: string; readonly imports?: readonly string[] }>

const pages = join(import.meta.dirname, '..', 'dist', 'pages')
// Includes what a page requests at once. A browser story counts the bytes that arrive before a
// page's first content.
const shell = [
  'index.html',
  'src/app/start.tsx',
  'src/app/shell/shell.tsx',
  'src/app/shell/side-bar.tsx',
]

let manifest: Manifest
beforeAll(async () => {
  await buildChangedPages()
  manifest = JSON.parse(await readFile(join(pages, '.vite', 'manifest.json'), 'utf8')) as Manifest
}, 180_000)

/** Returns the compressed bytes of modules and of everything they import before they run. */
async function readBytes(modules: readonly string[]): Promise<number> {
  const files = new Set<string>()
  const add = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`${name} is no part of the build`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const name of modules) add(name)
  const sizes = [...files].map(async (file) => {
    const path = join(pages, file)
    return (await stat(`${path}.br`).catch(() => stat(path))).size
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test.each([
  [
    'sign in',
    ['index.html', 'src/app/start.tsx', 'src/identity/entrance.tsx', 'src/routes/sign-in.tsx'],
  ],
  ['home', [...shell, 'src/routes/home.tsx', 'src/home/lately.tsx']],
  ['board', [...shell, 'src/routes/board.tsx']],
  ['assets', [...shell, 'src/routes/assets.tsx']],
  ['channels', [...shell, 'src/routes/channels.tsx']],
  ['invoices', [...shell, 'src/routes/invoices.tsx', 'src/routes/invoice-list.tsx']],
  [
    'an invoice',
    [
      ...shell,
      'src/routes/invoices.tsx',
      'src/routes/invoice.tsx',
      'src/invoices/invoice-view.tsx',
    ],
  ],
  ['customers', [...shell, 'src/routes/customers.tsx']],
  ['offers', [...shell, 'src/routes/offers.tsx']],
  ['schedules', [...shell, 'src/routes/schedules.tsx']],
  ['happenings', [...shell, 'src/routes/happenings.tsx', 'src/routes/happening-list.tsx']],
  ['a happening', [...shell, 'src/routes/happenings.tsx', 'src/happenings/happening-view.tsx']],
  [
    'check-in',
    [...shell, 'src/routes/happenings.tsx', 'src/happenings/check-in/check-in-page.tsx'],
  ],
  ['posts', [...shell, 'src/routes/posts.tsx', 'src/posts/calendar/calendar.tsx']],
  ['skills', [...shell, 'src/routes/skills.tsx']],
  ['skill', [...shell, 'src/routes/skill.tsx']],
  ['sites', [...shell, 'src/routes/sites.tsx']],
  ['site', [...shell, 'src/routes/site.tsx']],
  ['templates', [...shell, 'src/routes/templates.tsx', 'src/sites/template-list.tsx']],
  ['template', [...shell, 'src/routes/templates.tsx', 'src/sites/one-template.tsx']],
  ['operator', [...shell, 'src/routes/operator.tsx']],
  ['workflows', [...shell, 'src/routes/workflows.tsx']],
  ['canvas', [...shell, 'src/routes/workflow.tsx']],
  ['new invoice', [...shell, 'src/routes/invoices.tsx', 'src/routes/new-invoice.tsx']],
  ['accounting', [...shell, 'src/routes/accounting.tsx']],
  ['agent tasks', [...shell, 'src/routes/agent-runs.tsx']],
  ['new writing guide', [...shell, 'src/routes/new-skill.tsx']],
  ['workflow templates', [...shell, 'src/routes/workflow-templates.tsx']],
  [
    'create an organisation',
    ['index.html', 'src/app/start.tsx', 'src/routes/create-organisation.tsx'],
  ],
  ...['sign-up', 'forgot-password', 'reset-password', 'accept-invitation'].map(
    (page): [string, string[]] => [
      page,
      ['index.html', 'src/app/start.tsx', 'src/identity/entrance.tsx', `src/routes/${page}.tsx`],
    ],
  ),
  ...['public-happening', 'public-offer'].map((page): [string, string[]] => [
    page,
    ['index.html', 'src/app/start.tsx', `src/routes/${page}.tsx`],
  ]),
])('makes %s usable with at most 200 KB of compressed JavaScript', async (_page, modules) => {
  expect(await readBytes(modules)).toBeLessThanOrEqual(200_000)
})
