import type { Client } from 'pg'

export const roles: { readonly owner: string; readonly app: string; readonly admin: string }
export const extensions: readonly string[]
export function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T>
export function prepareRoles(client: Client, passwords: (role: string) => string): Promise<void>
export function prepareDatabase(superuserUrl: (database: string) => string, name: string): Promise<void>
