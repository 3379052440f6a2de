import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import { createLogger, createServer } from 'vite'

/**
 * Serves the sources with hot reload behind the gateway. Hot updates go to the port itself. `say`
 * gets Vite's lines.
 */
export async function developDashboard(
  port: number,
  say: (line: string) => void,
): Promise<{ readonly stop: () => Promise<void> }> {
  const logger = createLogger('info', { allowClearScreen: false })
  const customLogger = { ...logger, info: say, warn: say, error: say }
  const http = createHttpServer()
  const vite = await createServer({
    root: join(import.meta.dirname, '..'),
    customLogger,
    // With its own listener, Vite would end the whole process at SIGTERM.
    server: {
      middlewareMode: true,
      hmr: { server: http, host: '127.0.0.1', clientPort: port },
    },
  })
  http.on('request', vite.middlewares)
  http.listen(port, '127.0.0.1')
  await once(http, 'listening')
  return {
    stop: async () => {
      await vite.close()
      http.closeAllConnections()
      await new Promise((closed) => http.close(closed))
    },
  }
}
