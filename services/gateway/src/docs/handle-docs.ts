import { commonErrors } from '@atrium/contracts'
import type { OwnHandler } from '../deps.ts'
import { answer } from '../exchange/answer.ts'
import { docsPage, docsPolicy, startScript } from './docs-page.ts'
import { readViewerFile } from './viewer-files.ts'

const always = ['referrer-policy', 'same-origin']
const folder = '/api/docs/'

/** `/api/docs` and the files below it. Throws `not_found` for any other. */
export const handleDocs: OwnHandler = async (exchange, { path }) => {
  if (path === '/api/docs' || path === folder) {
    const headers = ['content-type', 'text/html; charset=utf-8', 'content-security-policy', docsPolicy]
    answer(exchange, 200, [...always, ...headers, 'cache-control', 'no-store'], docsPage)
    return
  }
  const name = path.slice(folder.length)
  if (name === 'start.js') {
    const headers = ['content-type', 'text/javascript; charset=utf-8', 'cache-control', 'no-store']
    answer(exchange, 200, [...always, ...headers], startScript)
    return
  }
  const file = await readViewerFile(name)
  if (file === undefined) throw commonErrors.not_found()
  const headers = ['content-type', file.contentType, 'cache-control', 'public, max-age=3600']
  answer(exchange, 200, [...always, ...headers], file.bytes)
}
