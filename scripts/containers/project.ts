import type { Ended, Engine } from './engine.ts'

/** A started copy of `infra/compose.yaml` with its own volumes. */
export interface Project {
  readonly name: string
  /** Builds the image of every service. */
  build(): Promise<void>
  /** Starts every service, or these ones, and waits until they are healthy. */
  up(services?: readonly string[]): Promise<void>
  stop(services: readonly string[]): Promise<void>
  /** Runs a command in a new container of a service. */
  runOnce(service: string, args: readonly string[]): Promise<Ended>
  /** Runs a command in a running container. */
  exec(service: string, args: readonly string[]): Promise<Ended>
  /** Removes containers, networks and volumes. */
  down(): Promise<void>
}

export interface ProjectOptions {
  readonly name: string
  readonly engine: Engine
  readonly composeFile: string
  /** The variables of `infra/.env`. */
  readonly env: Readonly<Record<string, string>>
}
