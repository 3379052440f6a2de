import * as contracts from '@atrium/contracts'
import { apiGroups, apiIntroduction, operationsIn } from '@atrium/contracts'
import { openApiDocument } from '@atrium/http'
import { version } from '@atrium/service-kit'
import { mergeDocuments } from './merge-documents.ts'
import { readExamples } from './reference-examples.ts'
import { withExamples } from './with-examples.ts'

/**
 * Returns a reader for the API document as JSON text. The document comes from this gateway's
 * contracts, so it is complete even if a service is down. The first call builds it.
 */
export function createDocumentReader(): () => Promise<string> {
  let document: Promise<string> | undefined
  return () => (document ??= composeDocument())
}

async function composeDocument(): Promise<string> {
  const declared = {
    ...openApiDocument('Atrium', version, operationsIn(contracts)),
    info: { title: 'Atrium', version, description: apiIntroduction },
    servers: [{ url: '/' }],
    tags: apiGroups,
  }
  // better-auth's routes are not contract operations. scripts/reference/write-auth-routes.ts
  // records them.
  const { default: authRoutes } = await import('./auth-routes.json', { with: { type: 'json' } })
  return JSON.stringify(withExamples(mergeDocuments(declared, [authRoutes]), await readExamples()))
}
