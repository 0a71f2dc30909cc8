import { startTestPostgres } from './postgres.ts'

/** Playwright's global setup: one database server for the run, ended with it. */
export default async function setup(): Promise<() => Promise<void>> {
  return startTestPostgres({ inMemory: true })
}
