import { InvoicingExportDocument, InvoicingExportRows } from '@atrium/contracts'
import { readExportPage } from '@atrium/database'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { exportDocument } from './export-document.ts'
import { exportTables } from './export-tables.ts'

export const exportRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(InvoicingExportRows, (input) => readExportPage(deps.db, exportTables, input)),
  rpcHandler(InvoicingExportDocument, (input) => exportDocument(deps, input)),
]
