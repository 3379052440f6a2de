import { spawn } from 'node:child_process'

/** Opens a URL with the system's opener. Resolves to false if there is none, or no screen. */
export function openBrowser(url: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const [file, ...args] = program(url)
  if (process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'])
    return Promise.resolve(false)
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

function program(url: string): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', url]
  return process.platform === 'win32'
    ? ['rundll32', 'url.dll,FileProtocolHandler', url]
    : ['xdg-open', url]
}
