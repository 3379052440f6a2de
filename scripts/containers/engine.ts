import { spawn } from 'node:child_process'

/** A command that ended. */
export interface Ended {
  readonly code: number
  readonly output: string
  /** What it wrote to standard error. Engines add their own warnings. */
  readonly errors: string
}

/** A container engine on the path, with the command that it is called by. */
export interface Engine {
  readonly name: 'docker' | 'podman'
  readonly hasCompose: boolean
  /** Runs a command and returns what it printed. Throws with its last lines if it fails. */
  run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>
  /** Runs a command that may fail. */
  attempt(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended>
}

/**
 * Returns the engine that `DOCKER_HOST` or the default socket offers, otherwise Podman. Throws if
 * neither responds.
 */
export async function findEngine(): Promise<Engine> {
  for (const name of ['docker', 'podman'] as const) {
    // `docker version` fails without an engine, `docker --version` does not.
    if ((await execute(name, ['version'])).code !== 0) continue
    const { code } = await execute(name, ['compose', 'version'])
    return {
      name,
      hasCompose: code === 0,
      run: async (args, env) => {
        const ended = await execute(name, args, env)
        if (ended.code === 0) return ended.output.trim()
        const last = `${ended.output}${ended.errors}`.trim().split('\n').slice(-20).join('\n')
        throw new Error(`${name} ${args.slice(0, 3).join(' ')} ended with ${ended.code}:\n${last}`)
      },
      attempt: (args, env) => execute(name, args, env),
    }
  }
  throw new Error('no container engine: start Docker or Podman, or set DOCKER_HOST')
}

function execute(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [output, errors]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (part) => output.push(part))
    child.stderr.on('data', (part) => errors.push(part))
    const end = (code: number) =>
      resolve({
        code,
        output: Buffer.concat(output).toString(),
        errors: Buffer.concat(errors).toString(),
      })
    child.once('error', () => end(127)).once('close', (code) => end(code ?? 1))
  })
}
