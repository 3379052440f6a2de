import { exportedServices, InvoicingExportDocument } from '@atrium/contracts'
import { type ExportPage, readExportPage } from '@atrium/database'
import { type Bus, callRpc } from '@atrium/messaging'
import type { Db } from '../database.ts'
import { exportTables } from './export-tables.ts'

/** A walk over all that one source exports. `cursor` is null at first. */
type Read<Page> = (orgId: string, cursor: string | null) => Promise<Page>

export interface DocumentPart {
  readonly name: string | null
  readonly bytes: Buffer
  readonly next: string | null
}

export interface ExportSources {
  /** The services' rows, by the name of their folder in the archive. */
  readonly rows: Readonly<Record<string, Read<ExportPage>>>
  readonly documents: Read<DocumentPart>
}

export const exportSourcesOverRpc = (bus: Bus, db: Db): ExportSources => ({
  rows: {
    ...Object.fromEntries(
      Object.entries(exportedServices).map(([service, rpc]) => [
        service,
        (orgId: string, cursor: string | null) => callRpc(bus, rpc, { orgId, cursor }),
      ]),
    ),
    assets: (orgId, cursor) => readExportPage(db, exportTables, { orgId, cursor }),
  },
  async documents(orgId, cursor) {
    const { bytes, ...part } = await callRpc(bus, InvoicingExportDocument, { orgId, cursor })
    return { ...part, bytes: Buffer.from(bytes, 'base64') }
  },
})
