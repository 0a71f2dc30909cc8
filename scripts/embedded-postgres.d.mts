/** A running cluster: its port, how each role reaches a database of it, and how it ends. */
export interface RunningPostgres {
  readonly pid: number
  readonly port: number
  superuserUrl(database: string): string
  roleUrl(role: string, database: string): string
  password(role: string): string
  stop(): Promise<void>
}

export interface PostgresBinaries {
  readonly home?: string
  readonly bin?: string
  readonly links?: string
}

export function startPostgres(options: {
  readonly folder: string
  readonly binaries?: PostgresBinaries
  readonly durable?: boolean
  readonly settings?: Readonly<Record<string, string | number>>
}): Promise<RunningPostgres>
export function runningPostgres(folder: string): Promise<RunningPostgres | undefined>
export function secret(folder: string, name: string): string
export function embeddedBinaries(): PostgresBinaries
export function freePort(asked: number, host?: string): Promise<number | undefined>
