/** The servers' images. `scripts/infra/compose.test.ts` compares them with `infra/compose.yaml`. */
export const containerImages = {
  postgres: 'postgres:18.1',
  nats: 'nats:2.11.9-alpine',
  objectStore: 'chrislusf/seaweedfs:3.97',
} as const

/** Makes the cluster in the PostgreSQL image sort and compare text like the embedded one. */
export const postgresInitdbArguments =
  '--locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C --encoding=UTF8'
