import * as contracts from '@atrium/contracts'
import { apiGroups, apiIntroduction, operationsIn } from '@atrium/contracts'
import { openApiDocument } from '@atrium/http'
import { version } from '@atrium/service-kit'
import { mergeDocuments } from './merge-documents.ts'
import { readExamples } from './reference-examples.ts'
import { withExamples } from './with-examples.ts'

/**
 * The API document as JSON text, from the contracts that this gateway was built with. No service is asked, so that the
 * document is complete while one is away. Composed at the first call.
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
  // The routes of the sign-in library are no operations; scripts/reference/write-auth-routes.ts records them.
  const { default: authRoutes } = await import('./auth-routes.json', { with: { type: 'json' } })
  return JSON.stringify(withExamples(mergeDocuments(declared, [authRoutes]), await readExamples()))
}
