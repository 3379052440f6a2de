import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { type Markup, networkPage, pagings, readPaging, renderSelect } from '../network-page.ts'
import { addDatabase, type NotebookContents, type NotebookTable, putRow } from './notebook-state.ts'

const root = '/notebook/databases'

/** Shows the databases and a form for a new one. */
export const databasePages = ({ databases }: NotebookContents): Markup => html`<h2>Databases</h2>
${[...databases.values()].map(({ id, title }) => html`<p><a href="${root}/${id}">${title}</a> (${id})</p>`)}
<form method="post" action="${root}"><input name="title" placeholder="Title" required>
<input name="sources" placeholder="Data sources, with commas" value="Rows"> <button>New database</button></form>`

export function mountDatabasePages(app: Hono<SandboxEnv>, contents: NotebookContents): void {
  app.post(root, async (c) => {
    const form = await c.req.parseBody()
    const names = String(form['sources'] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    const { id } = addDatabase(
      contents,
      String(form['title'] ?? ''),
      names.length > 0 ? names : ['Rows'],
    )
    return c.redirect(`${root}/${id}`, 303)
  })
  app.get(`${root}/:id`, (c) => {
    const table = contents.databases.get(c.req.param('id'))
    return table === undefined ? c.notFound() : c.html(page(table, contents))
  })
  app.post(`${root}/:id`, async (c) => {
    const form = await c.req.parseBody()
    const text = (name: string) => String(form[name] ?? '')
    const table = contents.databases.get(c.req.param('id'))
    const source = table?.sources.find(({ id }) => id === text('source'))
    if (text('do') === 'switches') {
      contents.hasSources = text('hasSources') === 'on'
      contents.paging = readPaging(text('paging')) ?? 'normal'
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
    return c.redirect(`${root}/${c.req.param('id')}`, 303)
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

function page(table: NotebookTable, { paging, hasSources }: NotebookContents): Markup {
  const action = `${root}/${table.id}`
  const form = (
    source: string,
    row?: { id: string; cells: Record<string, string>; lines: string[] },
  ): Markup => {
    const cells = Object.entries(row?.cells ?? { Name: '' })
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
    return html`<form method="post" action="${action}"><input type="hidden" name="source" value="${source}">
<input type="hidden" name="id" value="${row?.id ?? ''}"><textarea name="cells" rows="3" cols="40">${cells}</textarea>
<textarea name="lines" rows="3" cols="40" placeholder="Text of its page">${row?.lines.join('\n') ?? ''}</textarea>
<button name="do" value="put">${row === undefined ? 'Add' : 'Change'}</button>
${row === undefined ? '' : html`<button name="do" value="delete">Delete</button>`}</form>`
  }
  return networkPage(
    table.title,
    html`<p><a href="/notebook">The notebook provider</a></p>
<form method="post" action="${action}"><p><label><input type="checkbox" name="hasSources" ${hasSources ? 'checked' : ''}> databases name their data sources</label>
lists are paged: ${renderSelect('paging', pagings, paging)}
<button name="do" value="switches">Set</button></p></form>
${table.sources.map(
  ({ id, name, rows }) =>
    html`<h2>${name}</h2>${form(id)}${rows.map((row) => html`<article data-row="${row.id}">${form(id, row)}</article>`)}`,
)}`,
  )
}
