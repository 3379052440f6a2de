import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { form, link, mountForm, showRecord } from '../../pages/inspect.ts'
import { type Markup, networkPage, pagings, readPaging } from '../../pages/network-page.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import {
  addDatabase,
  type NotebookContents,
  type NotebookPageState,
  type NotebookTable,
  putRow,
} from './notebook-state.ts'

const root = '/notebook/databases'

/** Shows the databases and a form for a new one. */
export const databasePages = ({ databases }: NotebookContents): Markup => html`<h2>Databases</h2>
${[...databases.values()].map(({ id, title }) => html`<p>${link(`${root}/${id}`, title)} (${id})</p>`)}
<p>Separate the names of data sources by commas.</p>
${form(root, { title: 'required', sources: 'text' }, ['add'], { sources: 'Rows' })}`

export function mountDatabasePages(app: Hono<SandboxEnv>, contents: NotebookContents): void {
  mountForm(app, root, root, ({ text }) => {
    const names = text('sources')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    const { id } = addDatabase(contents, text('title'), names.length > 0 ? names : ['Rows'])
    return `${root}/${id}`
  })
  app.get(`${root}/:id`, (c) => {
    const table = contents.databases.get(c.req.param('id'))
    return table === undefined ? c.notFound() : c.html(page(table, contents))
  })
  const toPage = (c: Context) => `${root}/${c.req.param('id')}`
  mountForm(app, `${root}/:id`, toPage, ({ text }, c) => {
    const table = contents.databases.get(c.req.param('id') ?? '')
    const source = table?.sources.find(({ id }) => id === text('source'))
    if (text('do') === 'switches') {
      contents.hasSources = text('hasSources') === 'on'
      contents.paging = readPaging(text('paging'))
    }
    if (source !== undefined && text('do') === 'delete') {
      source.rows.splice(
        source.rows.findIndex(({ id }) => id === text('id')),
        1,
      )
    }
    if (source !== undefined && text('do') === 'put') {
      const row = {
        cells: parseCells(text('cells')),
        lines: text('lines').split(/\r?\n/).filter(Boolean),
      }
      putRow(source.rows, text('id') === '' ? row : { ...row, id: text('id') })
    }
  })
}

/** Parses `Name: value`, one column per line. */
function parseCells(text: string): Record<string, string> {
  const cells = text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const at = line.indexOf(':')
    return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]]
  })
  return Object.fromEntries(cells)
}

const rowInputs = { source: 'hidden', id: 'hidden', cells: 'lines', lines: 'lines' } as const

function page(table: NotebookTable, { paging, hasSources }: NotebookContents): Markup {
  const to = `${root}/${table.id}`
  const switches = { hasSources: 'checkbox', paging: pagings } as const
  const rowForm = (source: string, { id, cells, lines }: NotebookPageState): Markup => {
    const columns = Object.entries(cells).map(([name, value]) => `${name}: ${value}`)
    const values = { source, id, cells: columns.join('\n'), lines: lines.join('\n') }
    return form(to, rowInputs, ['put', 'delete'], values)
  }
  return networkPage(
    table.title,
    html`<p>${link('/notebook', 'The notebook provider')}</p>
${form(to, switches, ['switches'], { hasSources, paging })}
<p>Write one column per line in cells, and the text of the row's page in lines.</p>
${table.sources.map(
  ({ id, name, rows }) =>
    html`<h2>${name}</h2>${form(to, rowInputs, ['put'], { source: id, cells: 'Name: ' })}${rows.map((row) => showRecord(row, rowForm(id, row)))}`,
)}`,
  )
}
