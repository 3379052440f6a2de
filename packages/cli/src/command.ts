/** The environment, the input and the output of a command. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Writes one line of the result. */
  write(line: string): void
  /** Writes one line about the work: progress, a warning, an error. */
  error(line: string): void
  /** Aborts when the person stops the command. */
  readonly signal?: AbortSignal
  /** The standard input, unread. */
  readonly input?: AsyncIterable<Uint8Array | string>
  /** Whether a person types the standard input. */
  readonly asksPerson?: boolean
  /** Writes bytes of the result; resolves when more can follow. */
  writeBytes?(bytes: Uint8Array): Promise<void>
  /** Draws a line over the one before, where a terminal shows it; an empty one removes it. */
  progress?(line: string): void
  /** Columns of the terminal that shows the result; undefined when a program reads it. */
  readonly columns?: number
  /** Opens an address in the person's browser; false where there is none. */
  openBrowser?(url: string): Promise<boolean>
}

/** A wrong call or an unmet precondition: the command line prints the message alone and exits with 2. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Options of a call to the platform that ends when the person stops the command. */
export const untilStopped = ({ signal }: Pick<CommandIo, 'signal'>): { signal?: AbortSignal } =>
  signal === undefined ? {} : { signal }

/** The exit codes of the command line; docs/reference/command-line.md. */
export const exitCodes = {
  done: 0,
  failed: 1,
  calledWrongly: 2,
  refused: 3,
  unreachable: 4,
  stopped: 130,
} as const

export interface CommandOption {
  readonly type: 'string' | 'boolean'
  /** The name of its value in the usage, such as `id`. */
  readonly value?: string
  readonly about: string
  readonly multiple?: true
  /** Set if a call without this option is wrong. */
  readonly required?: true
}

export type CommandOptions = Readonly<Record<string, CommandOption>>

/** The flags of a call, by the options of its command. */
export type FlagsOf<O extends CommandOptions> = {
  [K in keyof O]?:
    | (O[K]['type'] extends 'boolean' ? boolean : O[K] extends { multiple: true } ? string[] : string)
    | undefined
}

/** Flags of a call: those with a text, and those without a value. */
export type Flags<Text extends string, Switch extends string = never> = {
  readonly [K in Text]?: string | undefined
} & { readonly [K in Switch]?: boolean | undefined }

/** An option with a text, whose name the usage shows. */
export const text = (value: string, about: string) => ({ type: 'string', value, about }) as const

/** An option with a text, without which a call is wrong. */
export const requiredText = (value: string, about: string) =>
  ({ ...text(value, about), required: true }) as const

/** The same, which may be repeated. */
export const texts = (value: string, about: string) => ({ ...text(value, about), multiple: true }) as const

/** An option without a value. */
export const flag = (about: string) => ({ type: 'boolean', about }) as const

/** Whether everything was done, or an exit code. */
export type CommandResult = boolean | number

/** One command of the table. */
export interface Command {
  /** The words after `atrium`. */
  readonly name: string
  readonly summary: string
  /** Whose page of the usage it stands on. */
  readonly for: 'people' | 'operators' | 'agents'
  /** In order, as `<id>`, or `[file]` where it may be left out, which later ones may then be, too. */
  readonly operands?: readonly string[]
  readonly options?: CommandOptions
  /** Its code, which is loaded for its call alone. */
  load(): Promise<(flags: never, io: CommandIo, ...operands: string[]) => Promise<CommandResult>>
}

/** Declares commands of one page of the usage; the code of each receives the flags of its own options. */
export const commandFor =
  (audience: Command['for']) =>
  <const O extends CommandOptions = Record<never, never>>(
    command: Omit<Command, 'for' | 'options' | 'load'> & {
      options?: O
      load(): Promise<(flags: FlagsOf<O>, io: CommandIo, ...operands: string[]) => Promise<CommandResult>>
    },
  ): Command => ({ ...(command as Omit<Command, 'for'>), for: audience })
