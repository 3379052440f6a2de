import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of the viewer that the page loads, and nothing else of the package. */
const types: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

export interface ViewerFile {
  readonly contentType: string
  readonly bytes: Buffer
}

/** Reads one of the viewer's files; undefined when it is none of them. */
export async function readViewerFile(name: string): Promise<ViewerFile | undefined> {
  const contentType = Object.hasOwn(types, name) ? types[name] : undefined
  if (contentType === undefined) return undefined
  return { contentType, bytes: await readFile(join(viewerFolder(), name)) }
}

// In a container the service is one bundled file, and the viewer lies beside it.
function viewerFolder(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  } catch {
    return fileURLToPath(new URL('swagger-ui-dist/', import.meta.url))
  }
}
