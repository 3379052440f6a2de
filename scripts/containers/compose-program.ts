import type { Project, ProjectOptions } from './project.ts'

/** Runs the compose file with `docker compose` or `podman compose`. */
export function composeProgram({ name, engine, composeFile, env }: ProjectOptions): Project {
  const all = { ...process.env, ...env }
  const compose = ['compose', '--project-name', name, '--file', composeFile]
  const run = async (...args: string[]) => void (await engine.run([...compose, ...args], all))
  const attempt = (...args: string[]) => engine.attempt([...compose, ...args], all)
  return {
    name,
    build: () => run('build'),
    up: (services = []) => run('up', '--detach', '--wait', '--no-build', ...services),
    stop: (services) => run('stop', ...services),
    runOnce: (service, args) => attempt('run', '--rm', '-T', '--no-deps', service, ...args),
    exec: (service, args) => attempt('exec', '-T', service, ...args),
    down: () => run('down', '--volumes', '--remove-orphans', '--timeout', '10'),
  }
}
