import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = Record<
  string,
  {
    readonly file: string
    readonly imports?: readonly string[]
    readonly css?: readonly string[]
  }
>

const inside = 'src/app/shell/shell.tsx'
const entrance = 'src/identity/entrance.tsx'

/** The layout and the page of each address. `*` is any single part. Deeper addresses match, too. */
const pages: ReadonlyMap<string, readonly [layout: string, page: string]> = new Map([
  ['/', [inside, 'home']],
  ['/accept-invitation', [entrance, 'accept-invitation']],
  ['/accounting', [inside, 'accounting']],
  ['/agent-tasks', [inside, 'agent-runs']],
  ['/approvals', [inside, 'approvals']],
  ['/approvals/*', ['src/routes/asked-approval.tsx', 'asked-approval']],
  ['/bank', [inside, 'bank']],
  ['/board', [inside, 'board']],
  ['/channels', [inside, 'channels']],
  ['/checkout', [entrance, 'checkout']],
  ['/connect-computer', [entrance, 'connect-computer']],
  ['/consent', [entrance, 'consent']],
  ['/create-organisation', [entrance, 'create-organisation']],
  ['/customers', [inside, 'customers']],
  ['/estimates', [inside, 'invoices']],
  ['/events', [inside, 'happenings']],
  ['/files', [inside, 'assets']],
  ['/forgot-password', [entrance, 'forgot-password']],
  ['/invoices', [inside, 'invoices']],
  ['/notifications', [inside, 'notifications']],
  ['/operator', [inside, 'operator']],
  ['/posts', [inside, 'posts']],
  ['/products', [inside, 'offers']],
  ['/reset-password', [entrance, 'reset-password']],
  ['/settings', [inside, 'settings']],
  ['/share', [inside, 'share']],
  ['/sign-in', [entrance, 'sign-in']],
  ['/sign-up', [entrance, 'sign-up']],
  ['/sites', [inside, 'sites']],
  ['/sites/*', [inside, 'site']],
  ['/sites/templates', [inside, 'templates']],
  ['/subscriptions', [inside, 'schedules']],
  ['/workflows', [inside, 'workflows']],
  ['/workflows/*', [inside, 'workflow']],
  ['/workflows/templates', [inside, 'workflow-templates']],
  ['/writing-guides', [inside, 'skills']],
  ['/writing-guides/*', [inside, 'skill']],
  ['/writing-guides/new', [inside, 'new-skill']],
])

const listModules = ([layout, page]: readonly [string, string]): readonly string[] => [
  'index.html',
  'src/app/start.tsx',
  layout,
  `src/routes/${page}.tsx`,
]

/** The modules that a build must have. */
export const pageModules: ReadonlySet<string> = new Set([...pages.values()].flatMap(listModules))

/** The files that a page needs before it can be used. */
export interface PageFiles {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

function listFiles(manifest: Manifest, modules: readonly string[]): PageFiles {
  const seen = new Set<string>()
  const scripts: string[] = []
  const styles = new Set<string>()
  const add = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build has no module ${name}`)
    if (seen.has(name)) return
    seen.add(name)
    scripts.push(`/${chunk.file}`)
    for (const imported of chunk.imports ?? []) add(imported)
    // A module's rules refine those of its imports, so imports come first.
    for (const file of chunk.css ?? []) styles.add(`/${file}`)
  }
  for (const name of modules) add(name)
  return { scripts, styles: [...styles] }
}

/** Reads each page's files from a build's manifest, by the addresses in `pages`. */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFiles> {
  const text = readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')
  const manifest = JSON.parse(text) as Manifest
  return new Map(
    [...pages].map(([address, page]) => [address, listFiles(manifest, listModules(page))]),
  )
}

/** Finds the entry of a path: its first two parts, or else its first one. */
export function findPage<T>(entries: ReadonlyMap<string, T>, path: string): T | undefined {
  const [first = '', second = ''] = path.split('/').slice(1)
  return (
    (second === ''
      ? undefined
      : (entries.get(`/${first}/${second}`) ?? entries.get(`/${first}/*`))) ??
    entries.get(`/${first}`)
  )
}

/** Adds links to a document, so the browser requests all of the page's files at once. */
export function linkFiles(html: string, { scripts, styles }: PageFiles): string {
  const link = (rel: string, file: string) => `<link rel="${rel}" crossorigin href="${file}">`
  const links = [
    ...scripts.map((file) => [file, link('modulepreload', file)] as const),
    ...styles.map((file) => [file, link('stylesheet', file)] as const),
  ].flatMap(([file, tag]) => (html.includes(`"${file}"`) ? [] : [tag]))
  return html.replace('</head>', () => `${links.join('')}</head>`)
}
