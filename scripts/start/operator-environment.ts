import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'

/**
 * The environment of an operator's command: the operator's users at the servers of `npm start`, below the given
 * variables.
 */
export async function operatorEnvironment(
  root: string,
  given: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  const home = resolve(root, given['ATRIUM_HOME'] || '.atrium')
  const file = await readFile(join(home, 'operator.env'), 'utf8').catch(() => '')
  return { ...parseEnv(file), ...given }
}
