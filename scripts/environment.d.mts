type Variables = Readonly<Record<string, string | undefined>>

/** A database, by the addresses of its logins. */
export interface DatabaseUrls {
  readonly appUrl: string
  readonly ownerUrl?: string | undefined
  readonly adminUrl?: string | undefined
}

/** The settings of `npm start`. */
export interface StartSettings {
  readonly address: string
  readonly hasTls: boolean
  readonly ownServer: DatabaseUrls | undefined
}

export function readSettings(env?: Variables, args?: readonly string[]): StartSettings
export function apiEnvironment(settings: StartSettings, database: DatabaseUrls): Variables
