import { startTestPostgres } from './postgres.ts'

/** Vitest's global setup: one server for the run, ended with it. */
export async function setup(): Promise<() => Promise<void>> {
  return startTestPostgres({ inMemory: true })
}
