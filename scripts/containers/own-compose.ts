import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ComposeService, readCompose } from './compose-model.ts'
import type { Project, ProjectOptions } from './project.ts'

const healthyMs = 300_000
// Each check starts a process in the container.
const pollMs = 1_000

/**
 * Runs the compose file with the engine alone, for machines without a compose program. Each service
 * has one container.
 */
export function ownCompose({ name, engine, composeFile, env }: ProjectOptions): Project {
  const model = readCompose(composeFile, env)
  const folder = dirname(resolve(composeFile))
  const configs = mkdtempSync(join(tmpdir(), 'atrium-compose-'))
  const container = (service: string) => `${name}-${service}-1`
  const find = (service: string): ComposeService => {
    const found = model.services[service]
    if (found === undefined) throw new Error(`the compose file has no service ${service}`)
    return found
  }

  function configFile(source: string): string {
    const { file, content = '' } = model.configs[source] ?? {}
    if (file !== undefined) return resolve(folder, file)
    const path = join(configs, source)
    writeFileSync(path, content)
    return path
  }

  function runArguments(service: ComposeService): string[] {
    const volumes = service.volumes.map((volume) => `${name}_${volume}`)
    const files = service.configs.map(({ source, target }) => `${configFile(source)}:${target}:ro`)
    const each = (flag: string, values: readonly string[]) =>
      values.flatMap((value) => [flag, value])
    return [
      ...each(
        '--env',
        Object.entries(service.environment).map((pair) => pair.join('=')),
      ),
      ...each('--volume', [...volumes, ...files]),
      ...each('--tmpfs', service.tmpfs),
      ...each('--cap-drop', service.cap_drop),
      ...each(
        '--security-opt',
        service.security_opt.map((option) => option.replace(/:true$/, '')),
      ),
      ...(service.read_only ? ['--read-only'] : []),
      ...(service.init ? ['--init'] : []),
      ...(service.mem_limit === undefined ? [] : ['--memory', service.mem_limit]),
      ...(service.shm_size === undefined ? [] : ['--shm-size', service.shm_size]),
      ...(service.entrypoint === undefined
        ? []
        : ['--entrypoint', JSON.stringify(service.entrypoint)]),
      // This program checks itself, because Podman needs systemd for it.
      '--no-healthcheck',
      '--network',
      name,
    ]
  }

  /** Creates the container, or starts the one that was stopped. */
  async function start(serviceName: string): Promise<void> {
    const id = container(serviceName)
    if ((await engine.attempt(['container', 'inspect', id])).code === 0)
      return void (await engine.run(['start', id]))
    const service = find(serviceName)
    const restart = service.restart === 'on-failure' ? 'on-failure:10' : service.restart
    await engine.run([
      'run',
      '--detach',
      '--name',
      id,
      '--label',
      `atrium.project=${name}`,
      '--network-alias',
      serviceName,
      '--restart',
      restart,
      '--stop-timeout',
      String(Number.parseInt(service.stop_grace_period, 10)),
      ...service.ports.flatMap((port) => ['--publish', port]),
      ...runArguments(service),
      service.image,
      ...service.command,
    ])
  }

  /** Waits for a service: until it ended well, or until its health check passes. */
  async function reached(serviceName: string, condition: string): Promise<void> {
    const id = container(serviceName)
    const [kind, ...check] = find(serviceName).healthcheck?.test ?? []
    const until = Date.now() + healthyMs
    for (;;) {
      const state = await engine.run([
        'inspect',
        '--format',
        '{{.State.Status}} {{.State.ExitCode}}',
        id,
      ])
      const [status, code] = state.split(' ')
      if (condition === 'service_completed_successfully') {
        if (status === 'exited' && code === '0') return
      } else if (status === 'running') {
        if (kind === undefined || condition === 'service_started') return
        if ((await engine.attempt(['exec', id, ...check])).code === 0) return
      }
      if (Date.now() > until) {
        const { output, errors } = await engine.attempt(['logs', '--tail', '20', id])
        throw new Error(`${serviceName} is ${state}, not ${condition}:\n${output}${errors}`)
      }
      await sleep(pollMs)
    }
  }

  const started = new Map<string, Promise<void>>()
  const startInOrder = (serviceName: string): Promise<void> => {
    const begun =
      started.get(serviceName) ??
      (async () => {
        await Promise.all(
          Object.entries(find(serviceName).depends_on).map(async ([other, { condition }]) => {
            await startInOrder(other)
            await reached(other, condition)
          }),
        )
        await start(serviceName)
      })()
    started.set(serviceName, begun)
    return begun
  }

  const byDefault = Object.entries(model.services).flatMap(([service, { profiles }]) =>
    profiles.length === 0 ? [service] : [],
  )
  const endCondition = (service: string) =>
    find(service).restart === 'on-failure' ? 'service_completed_successfully' : 'service_healthy'

  return {
    name,
    async build() {
      for (const { image, build } of Object.values(model.services)) {
        if (build === undefined) continue
        const args = Object.entries(build.args).flatMap((pair) => ['--build-arg', pair.join('=')])
        await engine.run([
          'build',
          '--file',
          resolve(folder, build.context, build.dockerfile),
          '--tag',
          image,
          // Podman's own format has no health check.
          ...(engine.name === 'podman' ? ['--format', 'docker', '--network', 'host'] : []),
          ...args,
          resolve(folder, build.context),
        ])
      }
    },
    async up(services = byDefault) {
      await engine.attempt(['network', 'create', name])
      await Promise.all(services.map(startInOrder))
      await Promise.all(services.map((service) => reached(service, endCondition(service))))
    },
    async stop(services) {
      await engine.run(['stop', ...services.map(container)])
      for (const service of services) started.delete(service)
    },
    runOnce: (serviceName, args) => {
      const service = find(serviceName)
      return engine.attempt(['run', '--rm', ...runArguments(service), service.image, ...args])
    },
    exec: (service, args) => engine.attempt(['exec', container(service), ...args]),
    async down() {
      const ids = await engine.run(['ps', '-aq', '--filter', `label=atrium.project=${name}`])
      if (ids !== '') await engine.run(['rm', '--force', ...ids.split('\n')])
      await engine.attempt(['network', 'rm', name])
      for (const volume of Object.keys(model.volumes))
        await engine.attempt(['volume', 'rm', `${name}_${volume}`])
    },
  }
}
