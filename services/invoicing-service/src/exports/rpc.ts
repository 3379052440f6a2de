import { InvoicingExportDocument, InvoicingExportRows, InvoicingUserRows } from '@atrium/contracts'
import { readExportPage, readUserExportPage } from '@atrium/database'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { exportDocument } from './export-document.ts'
import { exportTables, userExportTables } from './export-tables.db.ts'

export const exportRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(InvoicingExportRows, (input) => readExportPage(deps.db, exportTables, input)),
  rpcHandler(InvoicingUserRows, (input) => readUserExportPage(deps.db, userExportTables, input)),
  rpcHandler(InvoicingExportDocument, (input) => exportDocument(deps, input)),
]
