import { join } from 'node:path'
import { createLogger, createServer } from 'vite'

/**
 * Serves the sources with hot reload at a port of this machine, behind the gateway of the platform: the browser's
 * channel for changes goes to the port itself. `say` is given Vite's lines.
 */
export async function developDashboard(
  port: number,
  say: (line: string) => void,
): Promise<{ readonly stop: () => Promise<void> }> {
  const logger = createLogger('info', { allowClearScreen: false })
  const customLogger = { ...logger, info: say, warn: say, error: say }
  const server = await createServer({
    root: join(import.meta.dirname, '..'),
    customLogger,
    server: { port, strictPort: true, host: '127.0.0.1', hmr: { host: '127.0.0.1', clientPort: port } },
  })
  await server.listen()
  return { stop: () => server.close() }
}
