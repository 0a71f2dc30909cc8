export function demandRoom(folder: string, freeBytes?: (folder: string) => number | undefined): void
export function portFault(code: string, settings: { readonly port: number; readonly host: string }): Error
export function databaseFault(error: unknown, url: string): Error | undefined
export function startFault(error: unknown, folder: string): unknown
