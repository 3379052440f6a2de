import { getMe } from '@atrium/contracts'
import { type CommandIo, untilStopped } from '../command.ts'
import { findLogin, signedInClient } from '../login/stored-login.ts'
import { oneLine } from '../shown-text.ts'

/** `atrium whoami`: whose key this machine calls the platform with. */
export async function whoamiCommand({ json }: { json?: boolean | undefined }, io: CommandIo): Promise<true> {
  const { url } = await findLogin(io.env)
  const client = await signedInClient(io.env)
  const me = await client.call(getMe, {}, untilStopped(io))
  if (json) io.write(JSON.stringify({ url, ...me }, undefined, 2))
  else io.write(oneLine(`${me.user.name} <${me.user.email}>, ${me.org?.role} of ${me.org?.name} at ${url}`))
  return true
}
