import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const words = z.union([z.string().transform((word) => [word]), z.array(scalar)])

const composeService = z.object({
  image: z.string(),
  build: z
    .object({ context: z.string(), dockerfile: z.string(), args: z.record(z.string(), scalar) })
    .optional(),
  profiles: z.array(z.string()).default([]),
  environment: z.record(z.string(), scalar).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  tmpfs: words.default([]),
  configs: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  entrypoint: words.optional(),
  command: words.default([]),
  healthcheck: z.object({ test: z.array(z.string()).optional() }).optional(),
  restart: z.string().default('no'),
  read_only: z.boolean().default(false),
  init: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  shm_size: z.string().optional(),
  pids_limit: z.number().optional(),
  stop_grace_period: z.string().default('10s'),
})
export type ComposeService = z.output<typeof composeService>

const composeModel = z.object({
  services: z.record(z.string(), composeService),
  volumes: z.record(z.string(), z.unknown()).default({}),
  configs: z
    .record(z.string(), z.object({ file: z.string().optional(), content: z.string().optional() }))
    .default({}),
})
export type ComposeModel = z.output<typeof composeModel>

/**
 * Reads the part of a compose file that `infra/compose.yaml` uses, with these variables. Files that
 * it includes are left out, because only profiles start their services. Throws if a required
 * variable is missing.
 */
export function readCompose(file: string, env: Readonly<Record<string, string>>): ComposeModel {
  const text: unknown = parse(readFileSync(resolve(file), 'utf8'), { merge: true })
  return composeModel.parse(interpolate(text, env))
}

function interpolate(value: unknown, env: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name, kind = '-', rest = '') => {
      const given = env[name] ?? ''
      if (given === '' && kind === '?') throw new Error(`${name}: ${rest}`)
      return given === '' ? rest : given
    })
  }
  if (Array.isArray(value)) return value.map((each) => interpolate(each, env))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, interpolate(each, env)]),
  )
}
