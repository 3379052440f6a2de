export { bootEnvironment, databaseVariables } from './boot-environment.ts'
export { containerImages, postgresInitdbArguments } from './containers/container-images.ts'
export { dockerAnswers } from './containers/docker-answers.ts'
export {
  type Exit,
  type GuardedProcess,
  type GuardedProcessOptions,
  type RunningServer,
  startGuardedProcess,
} from './guarded-process.ts'
export { findNats } from './nats/find-nats.ts'
export type { NatsSource } from './nats/nats-source.ts'
export { type NatsCluster, type NatsOptions, startNats } from './nats/start-nats.ts'
export { freePort, portInUse } from './ports.ts'
export { removePostgresData } from './postgres/open-folder.ts'
export { type PostgresOptions, startPostgres } from './postgres/start-postgres.ts'
