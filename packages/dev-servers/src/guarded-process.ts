import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** How a process ended. One of the two is set. */
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

export type GuardedProcessOptions = {
  /** The name in error messages. */
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly uid?: number
  readonly gid?: number
  /** The signal for an orderly shutdown. Defaults to SIGTERM. */
  readonly stopSignal?: NodeJS.Signals
  /** Milliseconds between the signal and SIGKILL. Defaults to 10,000. */
  readonly stopDeadlineMs?: number
  /** Receives each line of standard output and standard error. */
  readonly onLine?: (line: string) => void
}

export type GuardedProcess = {
  readonly pid: number
  /** Resolves when the process has exited. Never rejects. */
  readonly exited: Promise<Exit>
  /** Returns the last 40 lines of output, for an error message. */
  readonly lastLines: () => string[]
  /**
   * Sends the signal, then SIGKILL after the deadline, and waits for the exit. A second call waits
   * for the same exit.
   */
  readonly stop: () => Promise<Exit>
}

/** A running server on 127.0.0.1. */
export type RunningServer = {
  /** The address, with user and password if the server has them. */
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Resolves when the server has exited. */
  readonly exited: Promise<Exit>
  /** Stops the server and waits for its exit. */
  readonly stop: () => Promise<void>
}

/** Wraps a started process as a server. */
export const runningServer = (
  { pid, exited, stop }: GuardedProcess,
  url: string,
  port: number,
): RunningServer => ({ url, port, pid, exited, stop: async () => void (await stop()) })

/**
 * Starts a program that ends with this process. It runs in its own session, out of reach for
 * Ctrl-C, and has a watchdog in case this process is killed. Throws if the program cannot be
 * started.
 */
export async function startGuardedProcess(options: GuardedProcessOptions): Promise<GuardedProcess> {
  const { name, stopSignal = 'SIGTERM', stopDeadlineMs = 10_000 } = options
  const child = spawn(options.file, [...options.args], {
    cwd: options.cwd ?? '/',
    env: options.env ?? process.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
  })
  const recent: string[] = []
  const onLine = (line: string) => {
    recent.push(line)
    if (recent.length > 40) recent.shift()
    options.onLine?.(line)
  }
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', onLine)

  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  await spawned(child, name)
  const pid = child.pid
  if (pid === undefined) throw new Error(`${name} has no process id`)

  const dismissWatchdog = startWatchdog(pid, stopSignal, stopDeadlineMs)
  void exited.then(dismissWatchdog)

  let stopping: Promise<Exit> | undefined
  const stop = () => {
    stopping ??= endInTime(child, exited, stopSignal, stopDeadlineMs)
    return stopping
  }
  return { pid, exited, lastLines: () => [...recent], stop }
}

function spawned(child: ChildProcess, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause) =>
      reject(new Error(`${name} could not be started: ${cause.message}`, { cause })),
    )
  })
}

async function endInTime(
  child: ChildProcess,
  exited: Promise<Exit>,
  signal: NodeJS.Signals,
  deadlineMs: number,
) {
  child.kill(signal)
  const killer = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
  try {
    return await exited
  } finally {
    clearTimeout(killer)
  }
}

// `read` ends with a line ("the process has ended, nothing to do") or, if the writer has exited,
// with end of file.
const watchdogScript = `
trap '' INT TERM HUP
if read -r line; then exit 0; fi
kill -s "$2" "$1" 2>/dev/null || exit 0
tenths=0
while [ "$tenths" -lt "$3" ]; do
  kill -0 "$1" 2>/dev/null || exit 0
  grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null && exit 0
  sleep 0.1
  tenths=$((tenths + 1))
done
kill -s KILL "$1" 2>/dev/null
`

/**
 * Starts a shell that waits on a pipe from this process. The kernel closes the pipe however this
 * process ends. Returns a function that dismisses the shell.
 */
function startWatchdog(pid: number, signal: NodeJS.Signals, deadlineMs: number): () => void {
  const script = [
    '-c',
    watchdogScript,
    'watchdog',
    String(pid),
    signal.replace('SIG', ''),
    String(deadlineMs / 100),
  ]
  const watchdog = spawn('/bin/sh', script, {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.on('error', () => {})
  watchdog.stdin.on('error', () => {})
  watchdog.unref()
  return () => watchdog.stdin.end('ended\n')
}
