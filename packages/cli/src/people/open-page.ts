import { CommandError, type CommandIo } from '../command.ts'
import { findLogin } from '../login/stored-login.ts'

const pages: Readonly<Record<string, string>> = {
  task: '/board?card=',
  post: '/posts?post=',
  wf: '/workflows/',
  inv: '/invoices/',
  cus: '/customers/',
  off: '/products/',
}

/** `atrium open [page or id]`: opens the dashboard, a dashboard page or a record's page. */
export async function openCommand(_flags: object, io: CommandIo, what = ''): Promise<boolean> {
  const { url } = await findLogin(io.env)
  const [, prefix = ''] = /^([a-z]+)_[0-9a-f]{32}$/.exec(what) ?? []
  const page = prefix === '' ? `/${what.replace(/^\/+/, '')}` : pages[prefix]
  const address = page === undefined ? undefined : new URL(prefix === '' ? page : page + what, url)
  if (address === undefined || address.origin !== url)
    throw new CommandError(`The dashboard has no page ${what}`)
  if ((await io.openBrowser?.(address.href)) !== true) io.write(address.href)
  return true
}
