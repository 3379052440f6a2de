import { randomUUID } from 'node:crypto'
import type { Paging } from '../../pages/network-page.ts'

export interface NotebookPageState {
  id: string
  /** By column name. The first column is the title. */
  cells: Record<string, string>
  lines: string[]
  createdAt: string
  editedAt: string
}

export interface NotebookTable {
  id: string
  title: string
  /** The rows by data source. A database from an earlier version has only one. */
  sources: { id: string; name: string; rows: NotebookPageState[] }[]
}

/** One workspace's databases. */
export interface NotebookContents {
  databases: Map<string, NotebookTable>
  paging: Paging
  /** True if databases name their data sources, as they do since 2025. */
  hasSources: boolean
}

export const createNotebookContents = (): NotebookContents => ({
  databases: new Map(),
  paging: 'normal',
  hasSources: true,
})

/** Adds a database with empty data sources. */
export function addDatabase(
  contents: NotebookContents,
  title: string,
  sources = ['Rows'],
): NotebookTable {
  const id = randomUUID()
  const table = {
    id,
    title,
    sources: sources.map((name) => ({ id: randomUUID(), name, rows: [] })),
  }
  contents.databases.set(id, table)
  return table
}

/** Adds a row, or replaces the one with its id. */
export function putRow(
  rows: NotebookPageState[],
  row: { id?: string; cells: Record<string, string>; lines?: string[] },
): NotebookPageState {
  const now = new Date().toISOString()
  const existing = rows.find(({ id }) => id === row.id)
  if (existing !== undefined) {
    Object.assign(existing, { cells: row.cells, lines: row.lines ?? existing.lines, editedAt: now })
    return existing
  }
  const made = {
    id: randomUUID(),
    cells: row.cells,
    lines: row.lines ?? [],
    createdAt: now,
    editedAt: now,
  }
  rows.push(made)
  return made
}
