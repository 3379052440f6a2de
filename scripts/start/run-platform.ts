import { execFile } from 'node:child_process'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { loadConfig, sendsMail } from '@atrium/config'
import { buildChangedPages } from '@atrium/dashboard/build'
import { platformVariables } from '../configuration/platform-variables.ts'
import { dashboard, deployables, services } from '../services.ts'
import type { StartArguments } from './arguments.ts'
import { type ProcessContext, startAsProcesses } from './as-processes.ts'
import {
  developmentEnvironment,
  type Environment,
  type Facts,
  productionStage,
  withOwnKey,
} from './environment.ts'
import { keptSecrets, noteSealed, openHome } from './home.ts'
import { openLog } from './log.ts'
import { serverUsers, startOwnServers } from './own-servers.ts'
import { choosePorts, gatewayPort, requireFreePort } from './ports.ts'
import {
  sandboxEnvironment,
  sandboxPortVariable,
  sandboxPortVariables,
  startOwnSandbox,
  withKeptSandboxPorts,
} from './sandbox.ts'
import type { UndoStack } from './undo-stack.ts'

export type PlatformOptions = StartArguments & {
  readonly root: string
  readonly given: Environment
  readonly undo: UndoStack
  /** Called if a started server or service has failed permanently. */
  readonly fail: (reason: string) => void
}

/**
 * Starts servers and services and waits until all are ready. Returns the greeting. Throws one line
 * if a part cannot start.
 */
export async function runPlatform(options: PlatformOptions): Promise<string[]> {
  const { root, given, undo, fail } = options
  const path = resolve(root, given['ATRIUM_HOME'] || '.atrium')
  const { port, variable } = gatewayPort(given)
  const stage = productionStage(given)
  if (options.sandbox && stage !== undefined) {
    throw new Error(`${stage} is production, which refuses the sandbox: start with --no-sandbox`)
  }
  const home = await openHome(path, options)
  undo.add('the lock', home.release)
  await requireFreePort(port, variable)
  const internal = deployables.flatMap(({ urlVariable, portVariable }) =>
    urlVariable ? [portVariable] : [],
  )
  const wanted = ['DATABASE_PORT', 'NATS_PORT', ...internal].filter(isOurs(given))
  const ports = await choosePorts(
    await withKeptSandboxPorts(given, path),
    options.sandbox ? [...wanted, ...sandboxPortVariables] : wanted,
  )
  const log = await openLog(join(path, 'log'))
  undo.add('the log', log.close)

  const secrets = await keptSecrets(path, serverUsers)
  const facts: Facts = {
    home: path,
    port,
    databaseUrl: 'postgres://pending@127.0.0.1/pending',
    natsUrl: 'nats://127.0.0.1',
    secrets,
    servicePorts: Object.fromEntries(internal.map((name) => [name, String(ports.get(name))])),
    commit: await currentCommit(root),
  }
  const sandboxPort = ports.get(sandboxPortVariable)
  const defaults = {
    ...toAddresses(ports),
    ...(sandboxPort === undefined ? {} : sandboxEnvironment(given, sandboxPort)),
  }
  // Fails before any server starts if the configuration is invalid.
  loadConfig(platformVariables, { ...defaults, ...developmentEnvironment(given, facts) })

  if (!options.watch && (await buildChangedPages())) log.say('  Built the dashboard')
  const ownVariablesFor = await startOwnServers(
    { root, home: path, log, fail, undo, secrets, namespace: given['NATS_NAMESPACE'] ?? '' },
    { database: ports.get('DATABASE_PORT'), nats: ports.get('NATS_PORT') },
  )
  const environment = { ...defaults, ...developmentEnvironment(given, facts) }
  const sandbox =
    sandboxPort === undefined ? undefined : await startOwnSandbox(environment, path, ports, undo)
  const buildEnvironment = (service: string) => ({
    ...withOwnKey(service, environment),
    ...ownVariablesFor(service),
    // Only the gateway may listen on other addresses. It reaches the services on this machine.
    ...(service === 'gateway' ? {} : { LISTEN_HOST: '127.0.0.1' }),
  })
  const parts = { root, buildEnvironment, log, undo, fail }
  if (options.watch) await startWatched(parts, ports.get(dashboard.portVariable))
  else await (options.processes ? startAsProcesses(deployables, parts) : startInProcess(parts))
  await noteSealed(path, secrets)
  log.flush()
  return greeting(environment, path, root, sandbox)
}

/**
 * Starts all services inside this process, one after the other. Throws one line that names the
 * failed service.
 */
async function startInProcess({ buildEnvironment, log, undo }: ProcessContext): Promise<void> {
  for (const { name, start } of deployables) {
    try {
      const running = await start({ env: buildEnvironment(name), destination: log.services })
      undo.add(name, () => running.stop())
    } catch (cause) {
      throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      })
    }
  }
}

/** Starts every service with `node --watch`, and the dashboard from its sources. */
async function startWatched(parts: ProcessContext, port: number | undefined): Promise<void> {
  const { developDashboard } = await import('@atrium/dashboard/develop')
  const developed = await developDashboard(port ?? 0, parts.log.say)
  parts.undo.add('dashboard', developed.stop)
  const watched = services.map((service) => ({
    ...service,
    nodeFlags: [...(service.nodeFlags ?? []), '--watch', '--watch-preserve-output'],
  }))
  await startAsProcesses(watched, parts)
}

/**
 * Returns the services' addresses for the gateway, because it routes only to services with an
 * address.
 */
function toAddresses(ports: ReadonlyMap<string, number>): Environment {
  return Object.fromEntries(
    deployables.flatMap(({ urlVariable, portVariable }) =>
      urlVariable === undefined
        ? []
        : [[urlVariable, `http://127.0.0.1:${ports.get(portVariable)}`]],
    ),
  )
}

/**
 * Returns a function to check if a port's server is the platform's own. An external server has its
 * URL variable set.
 */
function isOurs(given: Environment): (variable: string) => boolean {
  const replacedBy: Record<string, string> = {
    DATABASE_PORT: 'DATABASE_URL',
    NATS_PORT: 'NATS_URL',
  }
  return (variable) => given[replacedBy[variable] ?? ''] === undefined
}

async function currentCommit(root: string): Promise<string | undefined> {
  const found = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: root }).catch(
    () => undefined,
  )
  return found?.stdout.trim()
}

function greeting(
  environment: Environment,
  home: string,
  root: string,
  sandbox?: { url: string; mail: string },
): string[] {
  const config = loadConfig(platformVariables, environment)
  const short = (path: string) => {
    const inside = relative(root, path)
    return inside.startsWith('..') ? path : inside
  }
  return [
    `  Open       ${config.DASHBOARD_URL}`,
    `  API docs   ${config.API_URL}/api/docs`,
    ...(sandbox === undefined
      ? []
      : [`  Sandbox    ${sandbox.url}`, `  Mailbox    ${sandbox.mail}`]),
    ...(sendsMail(config)
      ? []
      : [`  Mails      ${short(resolve(root, config.MAIL_OUTBOX_DIR))} (kept there, not sent)`]),
    `  Data       ${short(home)}`,
    `  Log        ${short(join(home, 'log', 'atrium.log'))}`,
  ]
}
