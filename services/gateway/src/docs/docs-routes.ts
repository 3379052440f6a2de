import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AppEnv } from '@atrium/http'
import type { Context, Hono } from 'hono'
import { docsPage, docsPolicy, startScript } from './docs-page.ts'

/** The viewer's files for the page. No other file of the package is served. */
const viewerFiles: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
])

export function docsRoutes(app: Hono<AppEnv>): void {
  app.use('/api/docs/*', async (c, next) => {
    await next()
    c.res.headers.set('referrer-policy', 'same-origin')
  })
  const pageHeaders = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': docsPolicy,
  }
  const page = (c: Context<AppEnv>) => c.body(docsPage, 200, pageHeaders)
  app.get('/api/docs', page)
  app.get('/api/docs/', page)
  app.get('/api/docs/start.js', (c) =>
    c.body(startScript, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  app.get('/api/docs/:file', async (c) => {
    const name = c.req.param('file')
    const contentType = viewerFiles.get(name)
    if (contentType === undefined) return c.notFound()
    const bytes = await readFile(join(viewerFolder(), name))
    return c.body(bytes, 200, {
      'content-type': contentType,
      'cache-control': 'public, max-age=3600',
    })
  })
}

// In a container the service is one bundled file, and the viewer is in the same folder.
function viewerFolder(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  } catch {
    return fileURLToPath(new URL('swagger-ui-dist/', import.meta.url))
  }
}
